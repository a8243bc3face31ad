/* Optimal partial-order reduction: every class of executions is run once, whatever the inputs.
 *
 * The search is a tree. A node is a configuration: a set of steps and decisions that is closed under "comes before". The
 * policy of the run chooses a thread; the children of the node are the histories that this thread's next step can have
 * (reverse.c), and, right after a step, the outcomes of the decisions it leads to. A run is a path down to a leaf where
 * by default nothing else is done before the next step, and decisions go as the input has it; it finds other
 * children of the nodes on its path, as items. Each child is found from exactly one run, so nothing has to be remembered
 * but the items that are pending: a stack, taken from the end, which the length of runs bounds and not their number.
 * An item carries all it needs.
 *
 * Classes with symbolic decisions: the solver is asked for the other outcome of each decision under the conditions of its
 * node, that is of all decisions before it and of those in the histories that its run was planned with.
 *
 * A run that ends because one thread failed goes on without it as long as it can (PLAN_GO_ON), or it would not be seen what
 * others could have done before. Failures in that part are real if they do not come after the first one: they are shown
 * by an extra run. */
#include "base/check.h"
#include "explore/strategy/dpor/search.h"
#include <string.h>

#define ROWS_MAX (1ul << 26) /* words for the clocks of one run */

static void *dpor_open(struct smt *smt, const struct strategy_options *options) {
  struct search *s = xcalloc(1, sizeof *s);
  s->smt = smt;
  s->options = *options;
  s->classes.pool = options->pool;
  course_open(&s->course);
  return s;
}

static void item_free(struct item *i) {
  subproblem_free(&i->part);
  vec_free(&i->expected.chunks);
  vec_free(&i->expected.flipped_before);
  vec_free(&i->expected.touched);
}

static void dpor_close(void *self) {
  struct search *s = self;
  for (size_t i = 0; i < s->pending.count; i++) item_free(&s->pending.at[i]);
  for (size_t i = 0; i < s->planned.count; i++) item_free(&s->planned.at[i]);
  for (size_t i = 0; i < s->unused.count; i++) item_free(&s->unused.at[i]);
  vec_free(&s->pending);
  vec_free(&s->planned);
  vec_free(&s->unused);
  vec_free(&s->clock);
  vec_free(&s->known);
  vec_free(&s->others);
  vec_free(&s->question);
  vec_free(&s->failures);
  vec_free(&s->shares);
  vec_free(&s->answer.bytes);
  classes_free(&s->classes);
  course_close(&s->course);
  free(s);
}

/* ---- items ---- */

static void item_clear(struct item *i) {
  vec_clear(&i->part.schedule);
  vec_clear(&i->part.input.bytes);
  vec_clear(&i->part.marks);
  vec_clear(&i->expected.chunks);
  vec_clear(&i->expected.flipped_before);
  vec_clear(&i->expected.touched);
  i->expected.steps = i->expected.known = 1;
  i->expected.print = 0;
  i->expected.chosen = i->expected.flipped = NONE;
  i->kind = ITEM_NEW;
}

struct item *search_add(struct search *s) {
  struct item i = {0};
  if (s->unused.count) i = vec_pop(&s->unused);
  item_clear(&i);
  vec_push(&s->pending, i);
  return &vec_last(&s->pending);
}

void item_add_thread(struct item *i, uint32_t thread) {
  if (i->part.schedule.count && vec_last(&i->part.schedule).thread == thread)
    vec_last(&i->part.schedule).count++;
  else
    vec_push(&i->part.schedule, ((struct plan_run){thread, 1}));
  i->expected.steps++;
}

void item_add_step(struct item *i, const struct course *c, uint32_t step) {
  item_add_thread(i, c->threads.at[c->steps.at[step].slot].number);
  i->expected.known++;
  i->expected.print += c->steps.at[step].print;
}

static void set_plan(struct plan *plan, const struct item *i) {
  plan->policy = POLICY_DPOR;
  plan->flags = PLAN_GO_ON;
  plan->chosen = i->expected.chosen;
  plan->run_count = (uint32_t)i->part.schedule.count;
  if (plan->run_count) memcpy(plan->run, i->part.schedule.at, plan->run_count * sizeof *plan->run);
  plan_set_input(plan, &i->part.input);
}

static void start(struct search *s) {
  if (s->has_started) return;
  s->has_started = true;
  search_add(s)->part.weight = 1;
}

static bool dpor_next(void *self, struct plan *plan) {
  struct search *s = self;
  plan_reset(plan);
  start(s);
  for (;;) {
    if (!s->pending.count || smt_is_stopped(s->smt)) return false;
    struct item i = vec_pop(&s->pending);
    if (i.part.schedule.count <= PLAN_RUNS_MAX) {
      set_plan(plan, &i);
      vec_push(&s->planned, i);
      return true;
    }
    s->stats.depth_bounded++;
    vec_push(&s->unused, i);
  }
}

/* ---- failures that another one hid ---- */

static uint64_t failure_of(const struct event *e) { return (uint64_t)e->site << 32 | e->aux; }

static bool is_new_failure(struct search *s, const struct event *e) {
  for (size_t i = 0; i < s->failures.count; i++)
    if (s->failures.at[i] == failure_of(e)) return false;
  vec_push(&s->failures, failure_of(e));
  return true;
}

static void show_failure(struct search *s, uint32_t slot, bool is_void) {
  const struct course *c = &s->course;
  struct item *i = search_add(s);
  const uint32_t *clock = course_now(c, slot);
  i->kind = is_void ? ITEM_SHOWN : ITEM_EXTRA;
  input_copy(&i->part.input, c->run.input);
  for (uint32_t k = 1; k < c->steps.count; k++)
    if (clock_has(c, clock, k)) item_add_step(i, c, k);
}

/* The first one ended the run. */
static void show_hidden_failures(struct search *s) {
  const struct course *c = &s->course;
  const struct trace *t = c->run.trace;
  bool is_void = t->end == END_ASSUME;
  uint32_t first = NONE;
  for (uint32_t i = t->event_count; i < c->event_count; i++) {
    const struct event *e = &c->run.events[i];
    if (e->kind != EV_STOPPED) continue;
    uint32_t slot = c->slot_of[e->thread] - 1;
    if (first == NONE) {
      first = slot;
      is_new_failure(s, e);
      continue;
    }
    const struct dpor_thread *failed = &c->threads.at[first];
    uint32_t step = failed->last ? failed->last : failed->born;
    bool is_after = !step || clock_has(c, course_now(c, slot), step);
    if (is_after || e->aux == BUG_COUNT) continue;
    bool is_new = is_new_failure(s, e);
    if (is_void || is_new) show_failure(s, slot, is_void);
    is_void = false;
  }
}

/* ---- learning ---- */

static bool is_too_large(const struct trace *t) {
  return (uint64_t)t->thread_count * (t->step_count + t->ghost_steps + t->thread_count) > ROWS_MAX;
}

static bool is_flipped(const struct course *c, const struct expected *x) {
  return x->flipped < c->decisions.count && c->decisions.at[x->flipped].taken == x->taken;
}

/* False: another run shows what this one would. */
static bool read_steps(struct search *s, const struct expected *x) {
  struct course *c = &s->course;
  uint32_t from = expected_new(x);
  bool is_reversal = x->steps > 1 && x->flipped == NONE;
  while (course_next(c, x)) {
    uint32_t step = (uint32_t)c->steps.count - 1;
    if (step < from) continue;
    if (is_reversal && step == from && !reverse_is_due(s, vec_last(&x->chunks).start, step)) return false;
    reverse_step(s, step);
  }
  if (x->flipped != NONE && !is_flipped(c, x)) return true;
  reverse_pending(s, from, x->flipped != NONE ? c->decisions.at[x->flipped].step : is_reversal ? from : 0);
  return true;
}

static enum verdict_of_run look_at(struct search *s, const struct run *run, const struct item *i) {
  const struct expected *x = &i->expected;
  struct course *c = &s->course;
  s->expected = x;
  if (!course_read(c, run, x)) return RUN_DIVERGED;
  if (!read_steps(s, x)) return RUN_BLOCKED;
  if (x->flipped != NONE && !is_flipped(c, x)) return RUN_DIVERGED;
  check(course_is_sound(c));
  decisions_flip(s, x);
  show_hidden_failures(s);
  if (run->trace->end == END_ASSUME) return RUN_PRUNED;
  if (!s->options.checks_classes) return RUN_NEW;
  return classes_add(&s->classes, run_class(run)) ? RUN_NEW : RUN_REDUNDANT;
}

/* The solver gave up while the run was looked at, because there is to be an end: what it leaves to do is not known. So the
 * run is still to be made, for whoever goes on. */
static enum verdict_of_run put_back(struct search *s, struct item i, size_t old) {
  while (s->pending.count > old) {
    struct item found = vec_pop(&s->pending);
    vec_push(&s->unused, found);
  }
  vec_push(&s->pending, i);
  return RUN_EXTRA;
}

static enum verdict_of_run dpor_learn(void *self, const struct run *run) {
  struct search *s = self;
  struct item i = s->planned.at[0];
  enum verdict_of_run verdict = RUN_NEW;
  size_t old = s->pending.count;
  s->planned.count--;
  memmove(s->planned.at, s->planned.at + 1, s->planned.count * sizeof i);
  if (run->trace->end == END_DIVERGED) {
    s->stats.diverged_at = (uint64_t)run->trace->value;
    verdict = RUN_DIVERGED;
  } else if (i.kind != ITEM_NEW) {
    verdict = i.kind == ITEM_EXTRA ? RUN_EXTRA : RUN_NEW;
  } else if (is_too_large(run->trace)) {
    s->stats.depth_bounded++;
  } else {
    verdict = look_at(s, run, &i);
    if (smt_is_stopped(s->smt)) return put_back(s, i, old);
  }
  weights_share(s, &i, old);
  vec_push(&s->unused, i);
  return verdict;
}

static void dpor_stats(const void *self, struct strategy_stats *out) {
  const struct search *s = self;
  *out = s->stats;
  out->pending = s->pending.count + s->planned.count;
  out->done = s->done;
}

/* ---- parts that are handed over ---- */

enum {
  MARK_STEPS,
  MARK_KNOWN,
  MARK_PRINT,
  MARK_PRINT_HIGH,
  MARK_FLIPPED,
  MARK_TAKEN,
  MARK_HAS_CHOSEN,
  MARK_KIND,
  MARK_CHUNKS,
  MARK_TOUCHED,
  MARKS
};

/* The thread to be chosen goes with the schedule, as one that takes no step: so it is renamed with the others. */
static void to_part(const struct item *i, struct subproblem *out) {
  const struct expected *x = &i->expected;
  vec_clear(&out->schedule);
  vec_clear(&out->marks);
  for (size_t k = 0; k < i->part.schedule.count; k++) vec_push(&out->schedule, i->part.schedule.at[k]);
  if (x->chosen != NONE) vec_push(&out->schedule, ((struct plan_run){x->chosen, 0}));
  input_copy(&out->input, &i->part.input);
  out->weight = i->part.weight;
  const uint32_t marks[MARKS] = {x->steps,
                                 x->known,
                                 (uint32_t)x->print,
                                 (uint32_t)(x->print >> 32),
                                 x->flipped,
                                 x->taken,
                                 x->chosen != NONE,
                                 i->kind,
                                 (uint32_t)x->chunks.count,
                                 (uint32_t)x->touched.count};
  for (int k = 0; k < MARKS; k++) vec_push(&out->marks, marks[k]);
  for (size_t k = 0; k < x->chunks.count; k++) {
    vec_push(&out->marks, x->chunks.at[k].start);
    vec_push(&out->marks, x->chunks.at[k].count);
    vec_push(&out->marks, x->chunks.at[k].head);
  }
  for (size_t k = 0; k < x->touched.count; k++) {
    vec_push(&out->marks, (uint32_t)x->touched.at[k]);
    vec_push(&out->marks, (uint32_t)(x->touched.at[k] >> 32));
  }
  for (size_t k = 0; k < x->flipped_before.count; k++) vec_push(&out->marks, x->flipped_before.at[k]);
}

static void dpor_take(void *self, const struct subproblem *part) {
  struct search *s = self;
  s->has_started = true;
  struct item *i = search_add(s);
  struct expected *x = &i->expected;
  const uint32_t *m = part->marks.at;
  for (size_t k = 0; k < part->schedule.count; k++) vec_push(&i->part.schedule, part->schedule.at[k]);
  if (m[MARK_HAS_CHOSEN]) x->chosen = vec_pop(&i->part.schedule).thread;
  input_copy(&i->part.input, &part->input);
  i->part.weight = part->weight;
  x->steps = m[MARK_STEPS];
  x->known = m[MARK_KNOWN];
  x->print = m[MARK_PRINT] | (uint64_t)m[MARK_PRINT_HIGH] << 32;
  x->flipped = m[MARK_FLIPPED];
  x->taken = (uint8_t)m[MARK_TAKEN];
  i->kind = m[MARK_KIND];
  const uint32_t *at = m + MARKS, *end = m + part->marks.count;
  for (uint32_t k = 0; k < m[MARK_CHUNKS]; k++, at += 3)
    vec_push(&x->chunks, ((struct chunk){at[0], at[1], at[2]}));
  for (uint32_t k = 0; k < m[MARK_TOUCHED]; k++, at += 2)
    vec_push(&x->touched, at[0] | (uint64_t)at[1] << 32);
  for (; at < end; at++) vec_push(&x->flipped_before, *at);
}

/* The oldest one is the nearest to the root. */
static bool dpor_give(void *self, struct subproblem *out) {
  struct search *s = self;
  if (s->pending.count < 2) return false;
  struct item i = s->pending.at[0];
  s->pending.count--;
  memmove(s->pending.at, s->pending.at + 1, s->pending.count * sizeof i);
  to_part(&i, out);
  vec_push(&s->unused, i);
  return true;
}

static void dpor_save(void *self, void (*put)(void *, const struct subproblem *), void *context) {
  struct search *s = self;
  struct subproblem part = {0};
  start(s);
  for (size_t k = 0; k < s->pending.count; k++) to_part(&s->pending.at[k], &part), put(context, &part);
  for (size_t k = 0; k < s->planned.count; k++) to_part(&s->planned.at[k], &part), put(context, &part);
  subproblem_free(&part);
}

const struct strategy_vtable strategy_dpor = {
    .name = "dpor",
    .help = "each class of schedules and each path once (optimal partial-order reduction); complete where "
            "the program is finite",
    .has_schedules = true,
    .open = dpor_open,
    .close = dpor_close,
    .next = dpor_next,
    .learn = dpor_learn,
    .stats = dpor_stats,
    .has_batches = true,
    .give = dpor_give,
    .take = dpor_take,
    .save = dpor_save,
};
