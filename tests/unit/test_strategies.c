/* Strategies against a program that is only a model: threads with lists of operations on variables and locks, and
 * branches on input bytes. The model is run here, on the plans the strategies propose; what they must find is counted
 * by plain recursion over all interleavings and outcomes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "explore/strategy.h"
#include "unit/world.h"
#include <stdio.h>
#include <string.h>

#define THREADS 4
#define OPS 6
#define OBJECTS 4
#define BYTES 2
#define STEPS_MAX (THREADS * OPS)
#define ADDRESS 0x1000ul

enum op_kind { OP_READ, OP_WRITE, OP_LOCK, OP_UNLOCK, OP_BRANCH };

struct op {
  enum op_kind kind;
  uint32_t object; /* variable, lock, input byte */
  uint32_t limit;  /* BRANCH: is the byte below this? If so the next operation is left out */
};

struct model {
  uint32_t threads;
  struct op op[THREADS][OPS];
  uint32_t count[THREADS];
};

/* ---- running the model ---- */

struct state {
  uint32_t next[THREADS];
  uint32_t holder[OBJECTS]; /* of a lock: 1 + thread */
};

static bool can_go(const struct model *m, const struct state *s, uint32_t t) {
  if (s->next[t] >= m->count[t]) return false;
  const struct op *o = &m->op[t][s->next[t]];
  return o->kind != OP_LOCK || !s->holder[o->object];
}

static bool at_branch(const struct model *m, const struct state *s, uint32_t t) {
  return s->next[t] < m->count[t] && m->op[t][s->next[t]].kind == OP_BRANCH;
}

static void do_op(const struct op *o, struct state *s, uint32_t t) {
  if (o->kind == OP_LOCK) s->holder[o->object] = t + 1;
  if (o->kind == OP_UNLOCK) s->holder[o->object] = 0;
  s->next[t]++;
}

static void do_branch(const struct op *o, struct state *s, uint32_t t, bool is_below) {
  (void)o;
  s->next[t] += is_below ? 2 : 1;
}

static const uint8_t event_of[] = {
    [OP_READ] = EV_READ, [OP_WRITE] = EV_WRITE, [OP_LOCK] = EV_LOCK, [OP_UNLOCK] = EV_UNLOCK};

static struct event event_for(const struct op *o, uint32_t t) {
  bool is_lock = o->kind == OP_LOCK || o->kind == OP_UNLOCK;
  return (struct event){.kind = event_of[o->kind],
                        .taken = o->kind == OP_LOCK ? EVENT_WAITED : 0,
                        .thread = (uint16_t)t,
                        .addr = ADDRESS + 64 * (o->object + (is_lock ? OBJECTS : 0)),
                        .aux = 4,
                        .site = 1 + t};
}

/* ---- counting by recursion ---- */

struct leaf_set {
  vec(uint64_t) at;
};

struct truth {
  uint64_t leaves, deadlocks;
  uint64_t by_preemptions[STEPS_MAX + 1];
  struct leaf_set classes;
};

struct walk {
  const struct model *m;
  struct truth *truth;
  struct event trace[2 * STEPS_MAX + 2 * THREADS];
  uint32_t count;
  uint32_t low[BYTES], high[BYTES]; /* values the bytes may still have */
};

static bool depends(const struct event *a, const struct event *b) {
  if (a->thread == b->thread) return true;
  if (!event_is_visible(a) || !event_is_visible(b)) return false;
  return a->addr == b->addr && effects_conflict(event_effect(a), event_effect(b));
}

/* The same for equivalent traces: always the event of the lowest thread that depends on nothing before it. */
static uint64_t normal_form(const struct event *e, uint32_t count) {
  bool is_taken[2 * STEPS_MAX + 2 * THREADS] = {0};
  uint64_t hash = 7;
  for (uint32_t n = 0; n < count; n++) {
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++) {
      bool is_free = !is_taken[i];
      for (uint32_t k = 0; k < i && is_free; k++) is_free = is_taken[k] || !depends(&e[k], &e[i]);
      if (is_free && (best == UINT32_MAX || e[i].thread < e[best].thread)) best = i;
    }
    is_taken[best] = true;
    hash =
        (hash ^ (e[best].addr << 16 | (uint64_t)e[best].thread << 12 | e[best].taken << 8 | e[best].kind)) *
        0x9e3779b97f4a7c15ull;
    hash ^= hash >> 31;
  }
  return hash;
}

static void add_leaf(struct truth *t, uint64_t class, uint32_t preemptions, bool is_deadlock) {
  t->leaves++;
  t->deadlocks += is_deadlock;
  t->by_preemptions[preemptions]++;
  for (size_t i = 0; i < t->classes.at.count; i++)
    if (t->classes.at.at[i] == class) return;
  vec_push(&t->classes.at, class);
}

static void walk_on(struct walk *w, struct state s, uint32_t previous, uint32_t preemptions);

/* Branches of thread t that come before its next operation, then on. */
static void walk_branches(struct walk *w, struct state s, uint32_t t, uint32_t until, uint32_t previous,
                          uint32_t preemptions) {
  while (t < until && !at_branch(w->m, &s, t)) t++;
  if (t == until) {
    walk_on(w, s, previous, preemptions);
    return;
  }
  const struct op *o = &w->m->op[t][s.next[t]];
  uint32_t low = w->low[o->object], high = w->high[o->object];
  for (int is_below = 0; is_below < 2; is_below++) {
    struct state after = s;
    if (is_below ? low >= o->limit : high < o->limit) continue;
    if (is_below && high >= o->limit) w->high[o->object] = o->limit - 1;
    if (!is_below && low < o->limit) w->low[o->object] = o->limit;
    do_branch(o, &after, t, is_below);
    w->trace[w->count++] = (struct event){.kind = EV_BRANCH,
                                          .thread = (uint16_t)t,
                                          .taken = (uint8_t)is_below,
                                          .addr = o->object * 256 + o->limit};
    walk_branches(w, after, t, until, previous, preemptions);
    w->count--;
    w->low[o->object] = low, w->high[o->object] = high;
  }
}

static void walk_on(struct walk *w, struct state s, uint32_t previous, uint32_t preemptions) {
  bool is_over = true, is_stuck = false;
  for (uint32_t t = 0; t < w->m->threads; t++) {
    is_stuck |= s.next[t] < w->m->count[t];
    if (!can_go(w->m, &s, t)) continue;
    is_over = false;
    struct state after = s;
    w->trace[w->count++] = event_for(&w->m->op[t][s.next[t]], t);
    do_op(&w->m->op[t][s.next[t]], &after, t);
    bool is_preemption = previous != UINT32_MAX && t != previous && can_go(w->m, &s, previous);
    walk_branches(w, after, t, t + 1, t, preemptions + is_preemption);
    w->count--;
  }
  if (is_over) add_leaf(w->truth, normal_form(w->trace, w->count), preemptions, is_stuck);
}

static void count_truth(const struct model *m, struct truth *t) {
  struct walk w = {.m = m, .truth = t};
  memset(t, 0, sizeof *t);
  for (int i = 0; i < BYTES; i++) w.high[i] = 255;
  walk_branches(&w, (struct state){0}, 0, m->threads, UINT32_MAX, 0);
}

/* ---- the model as a target ---- */

struct fake {
  struct world w;
  const struct model *m;
  struct shm *shm; /* only its plan and trace are used */
  struct event *events;
  uint64_t enabled[4 * STEPS_MAX];
  struct waiting waiting[THREADS];
  expr_id var[BYTES];
  struct path path;
  struct input input;
  struct order *order;
  struct smt *smt;
  uint32_t preemptions;
  bool is_deadlocked;
  uint32_t lie_at; /* step whose event is another one than the model says; UINT32_MAX: none */
};

static void fake_open(struct fake *f) {
  struct smt_options options = {.timeout_ms = 1000};
  memset(f, 0, sizeof *f);
  world_open(&f->w, 1 << 16, 1);
  for (unsigned i = 0; i < BYTES; i++) f->var[i] = mk_var(&f->w, i, 1);
  f->shm = xcalloc(1, sizeof *f->shm);
  f->events = xcalloc(4 * STEPS_MAX, sizeof *f->events);
  f->order = order_open();
  f->smt = smt_open(&f->w.store, &options);
  f->lie_at = UINT32_MAX;
}

static void fake_close(struct fake *f) {
  smt_close(f->smt);
  order_close(f->order);
  free(f->shm);
  free(f->events);
  vec_free(&f->path.decisions);
  vec_free(&f->input.bytes);
  world_close(&f->w);
}

static void run_branches(struct fake *f, struct state *s, uint32_t t) {
  while (at_branch(f->m, s, t)) {
    const struct op *o = &f->m->op[t][s->next[t]];
    const struct plan *p = &f->shm->plan;
    uint8_t byte = o->object < p->input_count ? p->input[o->object] : 0;
    f->events[f->shm->trace.event_count++] =
        (struct event){.kind = EV_BRANCH,
                       .thread = (uint16_t)t,
                       .taken = byte < o->limit,
                       .expr = mk(&f->w, EX_ULT, f->var[o->object], mk_const(&f->w, 8, o->limit))};
    do_branch(o, s, t, byte < o->limit);
  }
}

static bool is_postponed(const struct plan *p, uint32_t t) {
  for (uint32_t i = 0; i < p->postponed_count && p->policy == POLICY_POSTPONE; i++)
    if (p->postponed[i] == t) return true;
  return false;
}

/* Who goes on: the prefix, then the running thread, then the next by number; those that are postponed last. */
static uint32_t choose(const struct fake *f, const struct state *s, uint32_t step, uint32_t previous) {
  const struct plan *p = &f->shm->plan;
  for (uint32_t i = 0; i < p->run_count; i++) {
    if (step < p->run[i].count) return p->run[i].thread;
    step -= p->run[i].count;
  }
  for (int last = 0; last < 2; last++) {
    if (previous != UINT32_MAX && can_go(f->m, s, previous) && is_postponed(p, previous) == last)
      return previous;
    for (uint32_t t = 0; t < f->m->threads; t++)
      if (can_go(f->m, s, t) && is_postponed(p, t) == last) return t;
  }
  return UINT32_MAX;
}

static void note_waiting(struct fake *f, const struct state *s) {
  for (uint32_t t = 0; t < f->m->threads; t++) {
    if (s->next[t] >= f->m->count[t]) continue;
    struct event e = event_for(&f->m->op[t][s->next[t]], t);
    f->waiting[f->shm->trace.waiting_count++] =
        (struct waiting){.thread = t, .kind = e.kind, .object = e.addr};
  }
}

static void note_enabled(struct fake *f, const struct state *s, uint32_t chosen) {
  uint64_t *at = &f->enabled[f->shm->trace.enabled_count];
  at[0] = 1ull << 32 | chosen;
  at[1] = 0;
  for (uint32_t t = 0; t < f->m->threads; t++) at[1] |= (uint64_t)can_go(f->m, s, t) << t;
  f->shm->trace.enabled_count += 2;
}

static void fake_read_path(struct fake *f) {
  uint32_t at = 0;
  vec_clear(&f->path.decisions);
  for (uint32_t i = 0; i < f->shm->trace.event_count; i++) {
    const struct event *e = &f->events[i];
    bool is_known = false;
    at += event_is_step(e) != 0;
    for (size_t k = 0; k < f->path.decisions.count; k++) is_known |= f->path.decisions.at[k].cond == e->expr;
    if (e->kind == EV_BRANCH && !is_known)
      vec_push(&f->path.decisions,
               ((struct decision){.cond = e->expr, .taken = e->taken, .kind = EV_BRANCH, .at = at}));
  }
}

static struct run fake_run(struct fake *f) {
  struct trace *t = &f->shm->trace;
  const struct plan *p = &f->shm->plan;
  struct state s = {0};
  uint32_t previous = UINT32_MAX, chosen;
  memset(t, 0, sizeof *t);
  t->end = END_EXIT;
  t->thread_count = f->m->threads;
  f->preemptions = 0;
  for (uint32_t i = 1; i < f->m->threads; i++)
    f->events[t->event_count++] = (struct event){.kind = EV_CREATE, .aux = i};
  for (uint32_t i = 0; i < f->m->threads; i++) run_branches(f, &s, i);
  while ((chosen = choose(f, &s, t->step_count, previous)) != UINT32_MAX) {
    if (!can_go(f->m, &s, chosen)) {
      t->end = END_DIVERGED;
      t->value = t->step_count;
      break;
    }
    f->preemptions += previous != UINT32_MAX && chosen != previous && can_go(f->m, &s, previous);
    note_enabled(f, &s, chosen);
    f->events[t->event_count] = event_for(&f->m->op[chosen][s.next[chosen]], chosen);
    if (t->step_count == f->lie_at) f->events[t->event_count].site = 99;
    t->event_count++;
    do_op(&f->m->op[chosen][s.next[chosen]], &s, chosen);
    t->step_count++;
    run_branches(f, &s, chosen);
    previous = chosen;
  }
  f->is_deadlocked = false;
  note_waiting(f, &s);
  for (uint32_t i = 0; i < f->m->threads; i++) f->is_deadlocked |= s.next[i] < f->m->count[i];
  t->input_count = BYTES;
  f->input.bytes.count = 0;
  for (uint32_t i = 0; i < BYTES; i++) vec_push(&f->input.bytes, i < p->input_count ? p->input[i] : 0);
  fake_read_path(f);
  return (struct run){.trace = t,
                      .events = f->events,
                      .enabled = f->enabled,
                      .path = &f->path,
                      .input = &f->input,
                      .order = f->order,
                      .waiting = f->waiting};
}

/* ---- random models ---- */

static uint64_t seed;
static uint32_t below(uint32_t n) {
  seed = seed * 6364136223846793005ull + 1442695040888963407ull;
  return (uint32_t)(seed >> 33) % n;
}

static void add_op(struct model *m, uint32_t t, enum op_kind kind, uint32_t object) {
  if (m->count[t] == OPS) return;
  m->op[t][m->count[t]++] = (struct op){kind, object, kind == OP_BRANCH ? 50 * (1 + below(4)) : 0};
}

/* Not behind a branch: nobody shall give back a lock that it has not taken. */
static void add_lock(struct model *m, uint32_t t, uint32_t object) {
  if (m->count[t] && m->op[t][m->count[t] - 1].kind == OP_BRANCH) add_op(m, t, OP_READ, object);
  add_op(m, t, OP_LOCK, object);
}

static void random_model(struct model *m, uint32_t steps) {
  memset(m, 0, sizeof *m);
  m->threads = 2 + below(3);
  for (uint32_t n = 0; n < steps; n++) {
    uint32_t t = below(m->threads), object = below(2);
    switch (below(6)) {
    case 0: add_op(m, t, OP_BRANCH, below(BYTES)); break;
    case 1:
      if (m->count[t] + 3 > OPS) break;
      add_lock(m, t, object);
      add_op(m, t, OP_UNLOCK, object);
      break;
    case 2: add_lock(m, t, object); break;
    case 3: add_op(m, t, OP_WRITE, object); break;
    default: add_op(m, t, OP_READ, object); break;
    }
  }
}

/* ---- tests ---- */

struct found {
  uint64_t runs, classes, redundant, diverged, blocked, deadlocks;
  uint64_t by_preemptions[STEPS_MAX + 1];
  uint64_t out_of_order; /* runs with fewer preemptions than one before them */
};

/* How a strategy is opened, if not with everything at its default. */
struct setting {
  const char *option, *value; /* one option of its own */
  size_t memory;
};
static const struct setting usual;
/* No memory to let anything wait: depth-first from the start, and exact all the same. */
static const struct setting forgetful = {.memory = 1};

static void *open_strategy(struct fake *f, const struct strategy_vtable *v, const struct setting *x) {
  struct strategy_settings settings;
  strategy_settings_init(&settings);
  void *own = settings.at[strategy_number(v)];
  if (x->option) {
    const struct option_row *row = option_find(&v->options, x->option, strlen(x->option));
    assert_non_null(row);
    assert_null(option_set(row, own, x->value));
  }
  return v->open(
      &(struct strategy_env){.smt = f->smt, .memory = x->memory, .options = {.seed = 1}, .own = own});
}

static struct found explore(struct fake *f, const struct strategy_vtable *v, const struct setting *setting,
                            struct strategy_stats *stats) {
  struct found r = {0};
  uint32_t most = 0;
  void *s = open_strategy(f, v, setting);
  while (v->next(s, &f->shm->plan) == PROPOSAL_PLAN) {
    struct run run = fake_run(f);
    enum verdict_of_run verdict = v->learn(s, &run);
    r.runs++;
    r.classes += verdict == RUN_NEW;
    r.redundant += verdict == RUN_REDUNDANT;
    r.diverged += verdict == RUN_DIVERGED;
    r.blocked += verdict == RUN_BLOCKED;
    r.deadlocks += f->is_deadlocked;
    r.by_preemptions[f->preemptions]++;
    r.out_of_order += f->preemptions < most;
    if (f->preemptions > most) most = f->preemptions;
    if (r.runs > 200000) fail_msg("does not end");
  }
  v->stats(s, stats);
  v->close(s);
  return r;
}

static void test_exhaustive_is_exact(void **state) {
  const struct strategy_vtable *v = strategy_find("exhaustive");
  uint64_t runs = 0, deadlocks = 0, branches = 0, out_of_order = 0;
  (void)state;
  struct fake f;
  fake_open(&f);
  for (uint32_t round = 0; round < 400; round++) {
    struct model m;
    struct truth truth;
    struct strategy_stats stats;
    seed = round;
    random_model(&m, 3 + below(8));
    f.m = &m;
    count_truth(&m, &truth);
    if (truth.leaves < 100000) {
      struct found r = explore(&f, v, &usual, &stats);
      assert_int_equal(r.runs, truth.leaves);
      assert_int_equal(r.classes, truth.classes.at.count);
      assert_int_equal(r.redundant, r.runs - r.classes);
      assert_int_equal(r.deadlocks, truth.deadlocks);
      assert_int_equal(r.diverged, 0);
      assert_int_equal(r.out_of_order, 0);
      assert_int_equal(stats.pending, 0);
      assert_memory_equal(r.by_preemptions, truth.by_preemptions, sizeof r.by_preemptions);
      runs += r.runs, deadlocks += r.deadlocks, branches += f.path.decisions.count;
      r = explore(&f, v, &forgetful, &stats);
      assert_int_equal(r.runs, truth.leaves);
      assert_int_equal(r.classes, truth.classes.at.count);
      assert_memory_equal(r.by_preemptions, truth.by_preemptions, sizeof r.by_preemptions);
      out_of_order += r.out_of_order;
    }
    vec_free(&truth.classes.at);
  }
  fake_close(&f);
  assert_true(runs > 10000 && deadlocks > 1000 && branches > 10 && out_of_order > 100);
}

static void test_preemptions_are_bounded(void **state) {
  const struct strategy_vtable *v = strategy_find("exhaustive");
  uint64_t left_out = 0;
  (void)state;
  struct fake f;
  fake_open(&f);
  for (uint32_t round = 0; round < 60; round++) {
    struct model m;
    struct truth truth;
    struct strategy_stats stats;
    char bound[2] = {0};
    struct setting bounded = {.option = "preemptions", .value = bound};
    uint64_t expected = 0;
    seed = 700 + round;
    random_model(&m, 4 + below(6));
    bound[0] = (char)('0' + below(3));
    f.m = &m;
    count_truth(&m, &truth);
    for (uint32_t k = 0; k <= (uint32_t)(bound[0] - '0'); k++) expected += truth.by_preemptions[k];
    struct found r = explore(&f, v, &bounded, &stats);
    assert_int_equal(r.runs, expected);
    assert_int_equal(stats.gaps[0] > 0, expected < truth.leaves);
    left_out += truth.leaves - expected;
    vec_free(&truth.classes.at);
  }
  fake_close(&f);
  assert_true(left_out > 100);
}

/* Those that go back because of races reach every class; with sleep sets none of them twice. */
static void test_races_reach_all_classes(void **state) {
  static const struct {
    const char *name;
    bool no_sleep;
  } searches[] = {{"fgdpor", false}, {"raceflip", false}, {"raceflip", true}};
  uint64_t leaves = 0, runs[3] = {0}, redundant = 0, blocked = 0, deadlocks = 0;
  (void)state;
  struct fake f;
  fake_open(&f);
  for (uint32_t round = 0; round < 400; round++) {
    struct model m;
    struct truth truth;
    struct strategy_stats stats;
    seed = 5000 + round;
    random_model(&m, 3 + below(10));
    f.m = &m;
    count_truth(&m, &truth);
    for (int k = 0; k < 3 && truth.leaves < 100000; k++) {
      struct setting setting = {.option = searches[k].no_sleep ? "no-race-sleep" : NULL};
      struct found r = explore(&f, strategy_find(searches[k].name), &setting, &stats);
      assert_int_equal(r.classes, truth.classes.at.count);
      assert_int_equal(r.deadlocks > 0, truth.deadlocks > 0);
      assert_int_equal(r.diverged, 0);
      assert_int_equal(stats.pending, 0);
      if (!searches[k].no_sleep) assert_int_equal(r.redundant, 0);
      runs[k] += r.runs, redundant += r.redundant, blocked += r.blocked;
      leaves += k ? 0 : truth.leaves;
      deadlocks += r.deadlocks;
    }
    vec_free(&truth.classes.at);
  }
  fake_close(&f);
  assert_true(redundant > 100 && blocked > 100 && deadlocks > 100);
  for (int k = 0; k < 3; k++) assert_true(10 * runs[k] < leaves);
}

/* Two threads of three writes to one variable each: a step that is another one than the time before is noticed. */
static void notices_divergence(const struct strategy_vtable *v) {
  struct model m = {.threads = 2};
  struct fake f;
  for (uint32_t i = 0; i < 6; i++) add_op(&m, i % 2, OP_WRITE, 0);
  fake_open(&f);
  f.m = &m;
  void *s = open_strategy(&f, v, &usual);
  struct run run;
  uint32_t prefix = 0;
  for (;;) {
    assert_int_equal(v->next(s, &f.shm->plan), PROPOSAL_PLAN);
    prefix = 0;
    for (uint32_t i = 0; i < f.shm->plan.run_count; i++) prefix += f.shm->plan.run[i].count;
    if (prefix > 2) break;
    run = fake_run(&f);
    assert_int_equal(v->learn(s, &run), RUN_NEW);
  }
  f.lie_at = 1;
  run = fake_run(&f);
  assert_int_equal(v->learn(s, &run), RUN_DIVERGED);
  struct strategy_stats stats;
  v->stats(s, &stats);
  assert_int_equal(stats.diverged_at, 1);
  f.lie_at = UINT32_MAX;
  assert_int_equal(v->next(s, &f.shm->plan), PROPOSAL_PLAN);
  run = fake_run(&f);
  assert_int_equal(v->learn(s, &run), RUN_NEW);
  v->close(s);
  fake_close(&f);
}

static void test_divergence_is_noticed(void **state) {
  (void)state;
  notices_divergence(strategy_find("exhaustive"));
  notices_divergence(strategy_find("fgdpor"));
}

/* The walks need no model to run on: they ask for a policy, a new seed each time, and never come to an end. */
static void test_walks(void **state) {
  static const struct {
    const char *name;
    uint32_t policy;
  } walks[] = {{"random", POLICY_RANDOM}, {"pct", POLICY_PCT}};
  (void)state;
  for (int k = 0; k < 2; k++) {
    const struct strategy_vtable *v = strategy_find(walks[k].name);
    struct model m = {.threads = 2};
    struct fake f;
    uint64_t seeds[100];
    bool has_both[2] = {0};
    for (uint32_t i = 0; i < 4; i++) add_op(&m, i % 2, OP_WRITE, 0);
    add_op(&m, 0, OP_BRANCH, 0);
    fake_open(&f);
    f.m = &m;
    void *s = open_strategy(&f, v, &usual);
    for (int i = 0; i < 100; i++) {
      assert_int_equal(v->next(s, &f.shm->plan), PROPOSAL_PLAN);
      assert_int_equal(f.shm->plan.policy, walks[k].policy);
      assert_int_equal(f.shm->plan.run_count, 0);
      if (k) assert_int_equal(f.shm->plan.depth, i ? 3 : 1);
      if (k && i) assert_int_equal(f.shm->plan.length, 4);
      seeds[i] = f.shm->plan.seed;
      for (int j = 0; j < i; j++) assert_int_not_equal(seeds[i], seeds[j]);
      struct run run = fake_run(&f);
      v->learn(s, &run);
      has_both[run.path->decisions.at[0].taken] = true;
    }
    assert_true(has_both[0] && has_both[1]);
    v->close(s);
    fake_close(&f);
  }
}

/* One thread: the same number of runs from every systematic strategy, and all of them end. */
static void test_sequential(void **state) {
  (void)state;
  struct fake f;
  fake_open(&f);
  for (uint32_t round = 0; round < 50; round++) {
    struct model m = {.threads = 1};
    struct truth truth;
    seed = 300 + round;
    for (int i = 0; i < OPS; i++) add_op(&m, 0, OP_BRANCH, below(BYTES));
    count_truth(&m, &truth);
    for (size_t k = 0; strategies[k]; k++) {
      struct strategy_stats stats;
      if (strategies[k]->is_random) continue;
      f.m = &m;
      struct found r = explore(&f, strategies[k], &usual, &stats);
      assert_int_equal(r.runs, truth.leaves);
      assert_int_equal(r.classes, truth.leaves);
    }
    vec_free(&truth.classes.at);
  }
  fake_close(&f);
}

/* Decisions that the path has in common with one before it, at most. */
static size_t shared_decisions(const struct path *all, size_t count, const struct path *p) {
  size_t most = 0;
  for (size_t i = 0; i < count; i++) {
    size_t n = 0;
    while (n < p->decisions.count && n < all[i].decisions.count &&
           p->decisions.at[n].cond == all[i].decisions.at[n].cond &&
           p->decisions.at[n].taken == all[i].decisions.at[n].taken)
      n++;
    if (n > most) most = n;
  }
  return most;
}

/* Breadth-first: a run leaves those before it no earlier than the run before it did. */
static void test_breadth_first(void **state) {
  const struct strategy_vtable *v = strategy_find("bfs");
  uint64_t runs = 0;
  (void)state;
  struct fake f;
  fake_open(&f);
  for (uint32_t round = 0; round < 50; round++) {
    struct model m = {.threads = 1};
    vec(struct path) paths = {0};
    size_t depth = 0;
    seed = 900 + round;
    for (int i = 0; i < OPS; i++) add_op(&m, 0, OP_BRANCH, below(BYTES));
    f.m = &m;
    for (void *s = open_strategy(&f, v, &usual);;) {
      if (v->next(s, &f.shm->plan) != PROPOSAL_PLAN) {
        v->close(s);
        break;
      }
      struct run run = fake_run(&f);
      size_t shared = shared_decisions(paths.at, paths.count, run.path);
      assert_true(shared >= depth);
      depth = shared;
      assert_int_equal(v->learn(s, &run), RUN_NEW);
      struct path copy = {0};
      for (size_t i = 0; i < run.path->decisions.count; i++)
        vec_push(&copy.decisions, run.path->decisions.at[i]);
      vec_push(&paths, copy);
    }
    runs += paths.count;
    for (size_t i = 0; i < paths.count; i++) vec_free(&paths.at[i].decisions);
    vec_free(&paths);
  }
  fake_close(&f);
  assert_true(runs > 200);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_exhaustive_is_exact),
      cmocka_unit_test(test_preemptions_are_bounded),
      cmocka_unit_test(test_races_reach_all_classes),
      cmocka_unit_test(test_divergence_is_noticed),
      cmocka_unit_test(test_walks),
      cmocka_unit_test(test_sequential),
      cmocka_unit_test(test_breadth_first),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
