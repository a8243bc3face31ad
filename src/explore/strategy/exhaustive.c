/* Every interleaving of the steps, with every outcome of the symbolic branches: no reduction at
 * all, the oracle.
 *
 * The runs of a program form a tree whose nodes are decisions: which thread takes the next step,
 * and which way a symbolic branch goes. A run is a path through it; it files, as items, the nodes
 * it is the first to reach: those behind the one where it left the run it comes from. So every path
 * of the tree is run exactly once, in whatever order the items are taken.
 *
 * They are taken by the number of preemptions in their prefix (a thread was made to stop although
 * it could go on), fewest first, as in iterative context bounding (Musuvathi and Qadeer, PLDI
 * 2007): most bugs need few. Among equals the last filed goes first, so within a level the search
 * is depth-first. Items of higher levels have to wait, and cost memory; once that is too much, new
 * ones join the level being explored, and the search is depth-first from there on: memory then
 * grows with the length of a run only.
 *
 * After its prefix a run goes on without preemptions (run-to-block): where the same thread goes on,
 * any other would be one.
 *
 * A `record` is one run, shared by the items that start from it. print[k] stands for its first k
 * steps: the run of an item must begin as the one it comes from. An item that another worker gave
 * away has a record of its own that holds only the schedule up to where it leaves that run, the
 * step with which it leaves included, and the input.
 * Invariant: record.input drives the program down record.path under record.schedule. */
#include "base/hash.h"
#include "base/check.h"
#include "explore/limits.h"
#include "explore/classes.h"
#include "explore/strategy/strategies.h"

#define LEVELS 64
#define MEMORY_MAX (512ul << 20)
#define BRANCH UINT32_MAX

struct record {
  size_t users, bytes;
  uint32_t points; /* steps */
  uint32_t first;  /* step that is a node of its own, as are all behind it */
  bool is_given;   /* by another worker */
  uint32_t words;  /* for each node in `others` */
  uint64_t *
      others; /* for each node of its own: who else could go on, a bit for each thread by order of creation */
  uint16_t *thread; /* by order of creation: its number */
  uint64_t *print;
  struct input input;
  struct path path;
  vec(struct plan_run) schedule;
};

struct item {
  struct record *record;
  uint32_t at;    /* the step before which it leaves the run; of a branch: its place in the path */
  uint32_t other; /* the first of the node's others that is still to go on; BRANCH */
  uint32_t preemptions;
};

struct exhaustive_options {
  uint32_t preemptions;
};

/* A class has runs with few preemptions and runs with many: only this strategy can bound them. */
static const struct option_row rows[] = {
    {.name = "preemptions",
     .kind = &option_bound,
     .offset = offsetof(struct exhaustive_options, preemptions),
     .argument = "N",
     .fallback = "none",
     .help = "exhaustive: at most N preemptions in a run, none: no bound",
     .is_explored = true}};

enum { GAP_PREEMPTIONS };
static const struct strategy_gap gaps[] = {
    [GAP_PREEMPTIONS] =
        GAP("preemption_bounded", "preemptions",
            "schedules with more preemptions than --preemptions were not explored", "raise --preemptions"),
    {0}};

struct exhaustive {
  struct smt *smt;
  struct strategy_env env;
  vec(struct item) level[LEVELS];
  uint32_t lowest;      /* level being explored */
  size_t memory;        /* of records and items */
  uint32_t preemptions; /* that a run may have */
  struct item current;  /* whose run is made; record NULL: the first run */
  struct plan *draft;   /* for what is given away; NULL: nothing was yet */
  struct input next_input;
  struct classes classes;
  struct strategy_stats stats;
  bool has_started;

  /* The run being learnt, as in a record. */
  uint32_t points, first, words;
  vec(uint64_t) others;
  vec(uint64_t) print;
  vec(struct plan_run) schedule;
};

static void *exhaustive_open(const struct strategy_env *env) {
  struct exhaustive *x = xcalloc(1, sizeof *x);
  x->smt = env->smt;
  x->env = *env;
  x->preemptions = ((const struct exhaustive_options *)env->own)->preemptions;
  if (!x->env.memory) x->env.memory = MEMORY_MAX;
  x->classes.pool = env->pool;
  return x;
}

static void release(struct exhaustive *x, struct item *i) {
  struct record *r = i->record;
  i->record = NULL;
  if (!r || --r->users) return;
  x->memory -= r->bytes;
  vec_free(&r->input.bytes);
  vec_free(&r->path.decisions);
  vec_free(&r->schedule);
  free(r->others);
  free(r->thread);
  free(r->print);
  free(r);
}

static void exhaustive_close(void *self) {
  struct exhaustive *x = self;
  for (int l = 0; l < LEVELS; l++) {
    for (size_t i = 0; i < x->level[l].count; i++) release(x, &x->level[l].at[i]);
    vec_free(&x->level[l]);
  }
  release(x, &x->current);
  classes_free(&x->classes);
  free(x->draft);
  vec_free(&x->next_input.bytes);
  vec_free(&x->others);
  vec_free(&x->print);
  vec_free(&x->schedule);
  free(x);
}

/* ---- the next plan ---- */

/* The first other thread of a node, counting from `from`, by order of creation; UINT32_MAX:
 * none. */
static uint32_t next_other(const struct record *r, uint32_t at, uint32_t from) {
  const uint64_t *others = r->others + (size_t)(at - r->first) * r->words;
  for (uint32_t w = from / 64; w < r->words; w++) {
    uint64_t left = w == from / 64 ? others[w] >> from % 64 << from % 64 : others[w];
    if (left) return 64 * w + (uint32_t)__builtin_ctzll(left);
  }
  return UINT32_MAX;
}

static uint32_t other_after(const struct item *i) {
  return i->other == BRANCH || i->record->is_given ? UINT32_MAX : next_other(i->record, i->at, i->other + 1);
}

/* A node is filed until the last of its others is taken. */
static bool take(struct exhaustive *x, struct item *out) {
  for (uint32_t l = 0; l < LEVELS; l++) {
    if (!x->level[l].count) continue;
    struct item *i = &vec_last(&x->level[l]);
    uint32_t after = other_after(i);
    *out = *i;
    x->lowest = l;
    if (after == UINT32_MAX)
      x->level[l].count--, x->memory -= sizeof *i;
    else
      i->other = after, i->record->users++;
    return true;
  }
  return false;
}

/* The first `steps` steps of the record's schedule; false if a plan cannot hold them and one
 * more. */
static bool set_prefix(struct plan *plan, const struct record *r, uint32_t steps) {
  uint32_t n = 0;
  for (; steps; n++) {
    if (n + 1 >= limit_of(LIMIT_SEGMENTS)) return false;
    plan->run[n] = r->schedule.at[n];
    if (plan->run[n].count > steps) plan->run[n].count = steps;
    steps -= plan->run[n].count;
  }
  plan->run_count = n;
  return true;
}

static void append_step(struct plan *plan, uint32_t thread) {
  struct plan_run *last = plan->run_count ? &plan->run[plan->run_count - 1] : NULL;
  if (last && last->thread == thread)
    last->count++;
  else
    plan->run[plan->run_count++] = (struct plan_run){thread, 1};
}

static bool set_given(struct plan *plan, const struct record *r) {
  plan->run_count = (uint32_t)r->schedule.count;
  if (plan->run_count) memcpy(plan->run, r->schedule.at, plan->run_count * sizeof *plan->run);
  plan_set_input(plan, &r->input);
  return true;
}

static bool set_plan(struct exhaustive *x, struct plan *plan, const struct item *i) {
  const struct record *r = i->record;
  if (r->is_given) return set_given(plan, r);
  bool is_branch = i->other == BRANCH;
  if (!set_prefix(plan, r, is_branch ? r->path.decisions.at[i->at].at : i->at))
    return x->stats.too_long++, false;
  if (!is_branch) {
    append_step(plan, r->thread[i->other]);
    plan_set_input(plan, &r->input);
    return true;
  }
  enum smt_answer answer = smt_flip(x->smt, r->path.decisions.at, i->at, &r->input, &x->next_input);
  if (smt_gave_up(x->smt, answer)) x->stats.solver_unknown++;
  if (answer == SMT_SAT) plan_set_input(plan, &x->next_input);
  return answer == SMT_SAT;
}

static enum proposal exhaustive_next(void *self, struct plan *plan) {
  struct exhaustive *x = self;
  plan_reset(plan);
  plan->flags = PLAN_ENABLED | PLAN_GO_ON;
  if (!x->has_started) {
    x->has_started = true;
    return PROPOSAL_PLAN;
  }
  release(x, &x->current);
  while (!smt_is_stopped(x->smt) && take(x, &x->current)) {
    if (set_plan(x, plan, &x->current)) return PROPOSAL_PLAN;
    release(x, &x->current);
  }
  return proposal_none(x->smt);
}

/* ---- what the run did ---- */

/* Who, where and what, but no values: they may change with the input; and so may the success of
 * a compare-exchange. */
static uint64_t fold_step(uint64_t print, const struct event *e) {
  uint64_t kind = e->kind == EV_ATOMIC_UPDATE ? EV_ATOMIC_READ : e->kind;
  print = hash_mix(print, kind << 56 | (uint64_t)e->thread << 32 | e->site);
  return hash_mix(print, e->addr);
}

static void read_events(struct exhaustive *x, const struct run *run) {
  uint64_t print = 1;
  vec_clear(&x->print);
  vec_push(&x->print, print);
  const struct event *end = run->events + run->trace->event_count + run->trace->ghost_count;
  for (const struct event *e = run->events; e < end; e++)
    if (event_is_step(e)) {
      print = fold_step(print, e);
      vec_push(&x->print, print);
    }
}

static void add_step(struct exhaustive *x, uint32_t thread) {
  if (x->schedule.count && vec_last(&x->schedule).thread == thread)
    vec_last(&x->schedule).count++;
  else
    vec_push(&x->schedule, ((struct plan_run){thread, 1}));
}

/* Adds the threads that could have gone on instead of `thread`. */
static void add_others(struct exhaustive *x, const struct run *run, const uint64_t *enabled, uint32_t words,
                       uint32_t thread) {
  size_t start = x->others.count;
  uint32_t chosen = order_index(run->order, thread);
  for (uint32_t w = 0; w < x->words; w++) vec_push(&x->others, w < words ? enabled[w] : 0);
  x->others.at[start + chosen / 64] &= ~(1ull << chosen % 64);
}

/* The first step of the item's run that is a node of its own. */
static uint32_t first_own(const struct item *i) {
  if (!i->record) return 0;
  if (i->record->is_given) return i->record->first;
  return i->other == BRANCH ? i->record->path.decisions.at[i->at].at : i->at + 1;
}

/* A step may have been chosen that the run did not survive: it has no event, but it is a node
 * all the same. */
static void read_steps(struct exhaustive *x, const struct run *run) {
  const uint64_t *word = run->enabled, *end = word + run->trace->enabled_count;
  const struct item *i = &x->current;
  x->first = first_own(i);
  x->words = (order_thread_count(run->order) + 63) / 64;
  x->points = 0;
  vec_clear(&x->schedule);
  vec_clear(&x->others);
  while (word < end) {
    uint32_t thread = (uint32_t)*word, words = (uint32_t)(*word >> 32);
    if (x->points >= x->first) add_others(x, run, word + 1, words, thread);
    add_step(x, thread);
    word += 1 + words;
    x->points++;
  }
  while (x->print.count <= x->points) vec_push(&x->print, 0);
}

/* ---- was it predicted? ---- */

/* How many of the path's branches come before step `at`? */
static size_t branches_before(const struct path *p, uint32_t at) {
  size_t n = 0;
  while (n < p->decisions.count && p->decisions.at[n].at <= at) n++;
  return n;
}

static bool follows(const struct item *i, const struct run *run) {
  const struct path *p = run->path, *from = &i->record->path;
  if (i->other == BRANCH) return path_follows(p->decisions.at, p->decisions.count, from->decisions.at, i->at);
  return path_agrees(p->decisions.at, p->decisions.count, from->decisions.at, branches_before(from, i->at));
}

static uint32_t first_difference(const struct exhaustive *x, const struct record *r) {
  uint32_t k = 0;
  while (k < r->points && k < x->points && x->print.at[k + 1] == r->print[k + 1]) k++;
  return k;
}

static bool is_as_predicted(struct exhaustive *x, const struct run *run) {
  const struct item *i = &x->current;
  if (!i->record) return true;
  if (i->record->is_given) return x->points >= x->first;
  uint32_t steps = i->other == BRANCH ? x->first : x->first - 1;
  if (x->points >= x->first && x->print.at[steps] == i->record->print[steps] && follows(i, run)) return true;
  x->stats.diverged_at = first_difference(x, i->record);
  return false;
}

/* ---- what it leaves to do ---- */

static void *copy(const void *from, size_t bytes) {
  return bytes ? memcpy(xmalloc(bytes), from, bytes) : NULL;
}

static struct record *record_new(struct exhaustive *x, const struct run *run) {
  struct record *r = xcalloc(1, sizeof *r);
  const struct path *p = run->path;
  uint32_t threads = order_thread_count(run->order);
  r->points = x->points;
  r->first = x->first;
  r->words = x->words;
  input_copy(&r->input, run->input);
  r->path.decisions.at = copy(p->decisions.at, p->decisions.count * sizeof *p->decisions.at);
  r->path.decisions.count = r->path.decisions.capacity = p->decisions.count;
  r->schedule.at = copy(x->schedule.at, x->schedule.count * sizeof *x->schedule.at);
  r->schedule.count = r->schedule.capacity = x->schedule.count;
  r->others = copy(x->others.at, x->others.count * sizeof *x->others.at);
  r->print = copy(x->print.at, x->print.count * sizeof *x->print.at);
  r->thread = xmalloc(threads * sizeof *r->thread);
  for (uint32_t k = 0; k < threads; k++) r->thread[k] = (uint16_t)order_thread(run->order, k);
  check(x->others.count == (size_t)(x->points - x->first) * x->words); /* a row for each node of its own */
  r->bytes = sizeof *r + run->input->bytes.count + p->decisions.count * sizeof *p->decisions.at +
             x->schedule.count * sizeof *x->schedule.at +
             (x->others.count + x->print.count) * sizeof(uint64_t) + threads * sizeof *r->thread;
  x->memory += r->bytes;
  return r;
}

struct filing {
  struct record *record; /* made when there is something to file */
  uint32_t preemptions;  /* of the run */
};

static void file(struct exhaustive *x, const struct run *run, struct filing *f, struct item i) {
  if (!f->record) f->record = record_new(x, run);
  uint32_t level = i.preemptions < LEVELS ? i.preemptions : LEVELS - 1;
  if (level > x->lowest && x->memory > x->env.memory) level = x->lowest;
  i.record = f->record;
  i.record->users++;
  x->memory += sizeof i;
  vec_push(&x->level[level], i);
}

static void file_branch(struct exhaustive *x, const struct run *run, struct filing *f, size_t i) {
  const struct decision *s = &run->path->decisions.at[i];
  if (!decision_can_flip(s)) return;
  if (x->env.options.depth && i + s->at >= x->env.options.depth)
    x->stats.depth_bounded++;
  else
    file(x, run, f, (struct item){.at = (uint32_t)i, .other = BRANCH, .preemptions = f->preemptions});
}

static void file_step(struct exhaustive *x, const struct run *run, struct filing *f, uint32_t at,
                      size_t branches, bool goes_on) {
  const struct record scratch = {.first = x->first, .words = x->words, .others = x->others.at};
  struct item i = {.at = at, .preemptions = f->preemptions + goes_on};
  i.other = next_other(&scratch, at, 0);
  if (i.other == UINT32_MAX) return;
  if (x->env.options.depth && at + branches >= x->env.options.depth)
    x->stats.depth_bounded++;
  else if (i.preemptions > x->preemptions)
    x->stats.gaps[GAP_PREEMPTIONS]++;
  else
    file(x, run, f, i);
}

/* Files the nodes of the run's own, in the order of the run. */
static void file_nodes(struct exhaustive *x, const struct run *run) {
  const struct item *from = &x->current;
  const struct path *p = run->path;
  struct filing f = {.preemptions = from->record ? from->preemptions : 0};
  size_t branch = !from->record ? 0 : from->other == BRANCH ? from->at + 1 : branches_before(p, from->at);
  size_t run_of = 0, end = 0; /* of the schedule: the run that step `at` belongs to, and its end */
  for (uint32_t at = 0; at <= x->points; at++) {
    bool goes_on = at < end;
    if (at < x->points && !goes_on) end += x->schedule.at[run_of++].count;
    if (at < x->first) continue;
    for (; branch < p->decisions.count && p->decisions.at[branch].at <= at; branch++)
      file_branch(x, run, &f, branch);
    if (at < x->points) file_step(x, run, &f, at, branch, goes_on);
  }
}

static enum verdict_of_run exhaustive_learn(void *self, const struct run *run) {
  struct exhaustive *x = self;
  if (run->trace->end == END_DIVERGED) {
    x->stats.diverged_at = (uint64_t)run->trace->value;
    return RUN_DIVERGED;
  }
  struct order_hash class = run_class(run);
  read_events(x, run);
  read_steps(x, run);
  if (!is_as_predicted(x, run)) return RUN_DIVERGED;
  file_nodes(x, run);
  if (run->trace->end == END_ASSUME) return RUN_PRUNED;
  return classes_add(&x->classes, class) ? RUN_NEW : RUN_REDUNDANT;
}

/* ---- giving and taking ---- */

static void add_runs(struct subproblem *to, const struct plan *plan) {
  for (uint32_t i = 0; i < plan->run_count; i++) vec_push(&to->schedule, plan->run[i]);
  vec_reserve(&to->input.bytes, plan->input_count + 1);
  memcpy(to->input.bytes.at, plan->input, plan->input_count);
  to->input.bytes.count = plan->input_count;
}

static void take_out(struct exhaustive *x, uint32_t level, size_t at, struct item *out) {
  struct item *i = &x->level[level].at[at];
  uint32_t after = other_after(i);
  *out = *i;
  if (after != UINT32_MAX) {
    i->other = after, i->record->users++;
    return;
  }
  x->memory -= sizeof *i;
  x->level[level].count--;
  memmove(i, i + 1, (x->level[level].count - at) * sizeof *i);
}

/* What was filed first is nearest to the root. */
static bool take_oldest(struct exhaustive *x, struct item *out) {
  uint32_t level = 0;
  size_t pending = 0;
  for (uint32_t l = LEVELS; l-- > 0;)
    if (x->level[l].count) level = l, pending += x->level[l].count;
  if (pending < 2) return false;
  take_out(x, level, 0, out);
  return true;
}

enum { MARK_AT, MARK_BRANCH, MARK_FIRST, MARK_PREEMPTIONS, MARKS };

static bool exhaustive_give(void *self, struct subproblem *out) {
  struct exhaustive *x = self;
  struct item i;
  if (!x->draft) x->draft = xcalloc(1, sizeof *x->draft);
  while (!smt_is_stopped(x->smt) && take_oldest(x, &i)) {
    plan_reset(x->draft);
    bool is_good = set_plan(x, x->draft, &i);
    const uint32_t marks[MARKS] = {i.at, i.other == BRANCH, first_own(&i), i.preemptions};
    release(x, &i);
    if (!is_good) continue;
    add_runs(out, x->draft);
    for (int k = 0; k < MARKS; k++) vec_push(&out->marks, marks[k]);
    return true;
  }
  return false;
}

static void exhaustive_take(void *self, const struct subproblem *part) {
  struct exhaustive *x = self;
  const uint32_t *marks = part->marks.at;
  struct record *r = xcalloc(1, sizeof *r);
  r->is_given = true;
  r->users = 1;
  r->first = marks[MARK_FIRST];
  input_copy(&r->input, &part->input);
  for (size_t i = 0; i < part->schedule.count; i++) vec_push(&r->schedule, part->schedule.at[i]);
  r->bytes = sizeof *r + r->input.bytes.count + r->schedule.count * sizeof *r->schedule.at;
  uint32_t preemptions = marks[MARK_PREEMPTIONS], level = preemptions < LEVELS ? preemptions : LEVELS - 1;
  struct item i = {r, marks[MARK_AT], marks[MARK_BRANCH] ? BRANCH : 0, preemptions};
  x->memory += r->bytes + sizeof i;
  vec_push(&x->level[level], i);
  x->has_started = true;
}

static void exhaustive_stats(const void *self, struct strategy_stats *out) {
  const struct exhaustive *x = self;
  *out = x->stats;
  out->pending = 0;
  for (int l = 0; l < LEVELS; l++) out->pending += x->level[l].count;
}

const struct strategy_vtable strategy_exhaustive = {
    .name = "exhaustive",
    .help = "all interleavings and branches, fewest preemptions first; complete where the program is finite",
    .has_schedules = true,
    .options = OWN_OPTIONS(struct exhaustive_options, rows),
    .chosen_by = "preemptions",
    .gaps = gaps,
    .open = exhaustive_open,
    .close = exhaustive_close,
    .next = exhaustive_next,
    .learn = exhaustive_learn,
    .stats = exhaustive_stats,
    .give = exhaustive_give,
    .take = exhaustive_take,
};
