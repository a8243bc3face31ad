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
#include "explore/limits.h"
#include "base/check.h"
#include "explore/strategy/dpor/search.h"
#include <string.h>

/* What is found in one run may take time and memory that grow with the square of its length: only so much of it is looked for. */
#define FOUND_STEPS_MAX (1ul << 28)    /* in the prefixes of the items */
#define FOUND_SEGMENTS_MAX (1ul << 23) /* the same, as they are kept */

static const struct strategy_gap gaps[] = {
    [GAP_WRITERS] =
        GAP("writers_unknown", "writers",
            "a writer waited for ever for several readers of a lock, in more ways than dpor tries",
            "use --strategy exhaustive"),
    {0}};

static void *dpor_open(const struct strategy_env *env) {
  struct search *s = xcalloc(1, sizeof *s);
  s->smt = env->smt;
  s->env = *env;
  s->classes.pool = env->pool;
  course_open(&s->course, env->program.threads);
  return s;
}

static void item_free(struct item *i) {
  subproblem_free(&i->part);
  vec_free(&i->expected.chunks);
  vec_free(&i->expected.flipped_before);
}

static void dpor_close(void *self) {
  struct search *s = self;
  for (size_t i = 0; i < s->pending.count; i++) item_free(&s->pending.at[i]);
  for (size_t i = 0; i < s->planned.count; i++) item_free(&s->planned.at[i]);
  for (size_t i = 0; i < s->unused.count; i++) item_free(&s->unused.at[i]);
  for (uint32_t l = 0; l < LATER_LEVELS; l++) {
    for (size_t i = 0; i < s->later[l].count; i++) item_free(&s->later[l].at[i]);
    vec_free(&s->later[l]);
  }
  vec_free(&s->moved);
  vec_free(&s->pending);
  vec_free(&s->planned);
  vec_free(&s->unused);
  vec_free(&s->clock);
  vec_free(&s->known);
  vec_free(&s->others);
  vec_free(&s->past);
  vec_free(&s->put_off);
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
  i->expected.steps = i->expected.known = 1;
  i->expected.print = 0;
  i->expected.chosen = i->expected.flipped = NONE;
  i->expected.flipped_step = 0;
  i->kind = ITEM_NEW;
}

struct item *search_add(struct search *s) {
  struct item i = {0};
  if (s->unused.count) i = vec_pop(&s->unused);
  item_clear(&i);
  vec_push(&s->pending, i);
  return &vec_last(&s->pending);
}

bool search_may_add(struct search *s) {
  if (stop_is_wanted(s->env.stop)) return false;
  bool may = s->found_steps < FOUND_STEPS_MAX && s->found_segments < FOUND_SEGMENTS_MAX;
  if (!may) s->stats.too_long++;
  return may;
}

void search_added(struct search *s) {
  const struct item *i = &vec_last(&s->pending);
  s->found_steps += i->expected.steps;
  s->found_segments += i->part.schedule.count + i->part.input.bytes.count / sizeof(struct plan_run);
  if (i->part.schedule.count <= limit_of(LIMIT_SEGMENTS)) return;
  s->stats.too_long++;
  struct item too_long = vec_pop(&s->pending);
  item_free(&too_long);
}

void item_add_thread(struct item *i, uint32_t thread) {
  if (i->part.schedule.count && vec_last(&i->part.schedule).thread == thread)
    vec_last(&i->part.schedule).count++;
  else
    vec_push(&i->part.schedule, ((struct plan_run){thread, 1}));
  i->expected.steps++;
}

void item_add_step(struct item *i, const struct course *c, uint32_t step) {
  item_add_thread(i, c->h.threads.at[c->h.steps.at[step].slot].number);
  i->expected.known++;
  i->expected.print += c->h.steps.at[step].print;
}

static bool is_root(const struct item *i) { return !i->part.schedule.count && i->expected.flipped == NONE; }

/* How many steps a run may have. The first one has all that the user allows; when it is known how long runs are, those that are
 * much longer are taken to be endless, and to look at each of them in full would leave no time for others. */
static uint64_t steps_allowed(const struct search *s, const struct item *i) {
  uint64_t most = s->env.max_steps, few = most / (s->is_endless ? 5000 : 100);
  if (!most || (is_root(i) && !s->is_endless)) return 0;
  if (few < 8 * s->longest) few = 8 * s->longest;
  few += i->expected.steps;
  return few < most ? few : 0;
}

static void set_plan(const struct search *s, struct plan *plan, const struct item *i) {
  plan->length = (uint32_t)steps_allowed(s, i);
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

static enum proposal dpor_next(void *self, struct plan *plan) {
  struct search *s = self;
  plan_reset(plan);
  start(s);
  if (stop_is_wanted(s->env.stop)) return PROPOSAL_STOPPED;
  if (!s->pending.count && !later_take(s)) return PROPOSAL_DONE;
  vec_push(&s->planned, vec_pop(&s->pending));
  set_plan(s, plan, &vec_last(&s->planned));
  return PROPOSAL_PLAN;
}

/* ---- failures that another one hid ---- */

static uint64_t failure_of(const struct event *e) { return e->addr * 64 + e->aux; }

static bool is_new_failure(struct search *s, const struct event *e) {
  for (size_t i = 0; i < s->failures.count; i++)
    if (s->failures.at[i] == failure_of(e)) return false;
  vec_push(&s->failures, failure_of(e));
  return true;
}

static void show_failure(struct search *s, uint32_t slot, bool is_void) {
  const struct course *c = &s->course;
  if (!search_may_add(s)) return;
  struct item *i = search_add(s);
  const uint32_t *clock = history_now(&c->h, slot);
  i->kind = is_void ? ITEM_SHOWN : ITEM_EXTRA;
  input_copy(&i->part.input, c->run.input);
  for (uint32_t k = 1; k < c->h.steps.count; k++)
    if (clock_has(&c->h, clock, k)) item_add_step(i, c, k);
  search_added(s);
}

/* Does it come after the end of another thread that failed? Then the program would have ended before. */
static bool is_after_failure(const struct search *s, uint32_t slot) {
  const struct course *c = &s->course;
  for (uint32_t i = c->run.trace->event_count; i < c->h.event_count; i++) {
    const struct event *e = &c->h.events[i];
    uint32_t other = c->h.slot_of[e->thread] - 1;
    if (e->kind != EV_STOPPED || other == slot) continue;
    const struct history_thread *failed = &c->h.threads.at[other];
    uint32_t step = failed->last ? failed->last : failed->born;
    if (!step || clock_has(&c->h, history_now(&c->h, slot), step)) return true;
  }
  return false;
}

/* The first one ended the run. */
static void show_hidden_failures(struct search *s) {
  const struct course *c = &s->course;
  const struct trace *t = c->run.trace;
  bool is_void = t->end == END_ASSUME, is_first = true;
  for (uint32_t i = t->event_count; i < c->h.event_count; i++) {
    const struct event *e = &c->h.events[i];
    if (e->kind != EV_STOPPED) continue;
    uint32_t slot = c->h.slot_of[e->thread] - 1;
    if (is_first) is_new_failure(s, e);
    bool is_seen = is_first || e->aux == BUG_COUNT || is_after_failure(s, slot);
    is_first = false;
    if (is_seen) continue;
    bool is_new = is_new_failure(s, e);
    if (is_void || is_new) show_failure(s, slot, is_void);
    is_void = false;
  }
}

/* ---- learning ---- */

static bool is_too_large(const struct trace *t) {
  return (uint64_t)t->thread_count * (t->step_count + t->ghost_steps + t->thread_count) >
         limit_of(LIMIT_ROWS);
}

static bool is_flipped(const struct course *c, const struct expected *x) {
  return x->flipped < c->h.decisions.count && c->h.decisions.at[x->flipped].taken == x->taken;
}

/* A step is new if it comes behind the prefix or ends the history that was planned; and if the decision that was flipped lies before what it
 * conflicts with: then these conflicts may be others than in the run that went the other way. */
static bool is_new(const struct course *c, const struct expected *x, uint32_t step) {
  if (step >= x->steps || (x->flipped == NONE && step + 1 == x->steps)) return true;
  if (x->flipped == NONE || step != x->flipped_step || x->flipped >= c->h.decisions.count) return false;
  const struct history_decision *d = &c->h.decisions.at[x->flipped];
  return d->slot == c->h.steps.at[step].slot && history_clock(&c->h, step)[d->slot] >= d->index;
}

/* A chunk in which decisions lie inside of steps, or steps have several operations. */
static bool is_compound(const struct course *c, uint32_t start, uint32_t end) {
  for (uint32_t k = start; k <= end; k++)
    if (c->h.steps.at[k].is_compound || c->h.steps.at[k].inside) return true;
  return false;
}

/* Does all of the history come before its head? */
static bool is_history(const struct course *c, uint32_t start, uint32_t head) {
  for (uint32_t b = start; b < head; b++)
    if (!clock_has(&c->h, history_clock(&c->h, head), b)) return false;
  return true;
}

/* Is the chunk that the run was planned for what it was to be, up to this step? Else another run has it, too. */
static bool is_as_planned(const struct search *s, const struct expected *x, uint32_t step) {
  const struct course *c = &s->course;
  const struct chunk *k = &vec_last(&x->chunks);
  uint32_t head = k->start + k->count;
  if (step != head) return true;
  if (c->chunk_of.at[head].start != k->start) return reverse_is_due(s, k->start, head - 1);
  if (!reverse_is_due_to_head(s, k->start, head)) return false;
  return !is_compound(c, k->start, head) || is_history(c, k->start, head);
}

/* The same where the run ended with the history. */
static bool is_due_at_end(const struct search *s, const struct expected *x) {
  const struct chunk *k = &vec_last(&x->chunks);
  uint32_t head = k->start + k->count;
  return s->course.h.steps.count != head || reverse_is_due(s, k->start, head - 1);
}

/* The last step of the history is looked at when its head has been read, if that has decisions which are not by default. */
static bool is_put_off(const struct expected *x, uint32_t step) {
  const struct chunk *k = &vec_last(&x->chunks);
  return step + 1 == k->start + k->count && k->head_flipped;
}

static void swap_conflicts(struct search *s) {
  struct course *c = &s->course;
  conflict_list now = c->h.before;
  c->h.before = s->put_off;
  s->put_off = now;
}

static void look_at_put_off(struct search *s, uint32_t step) {
  swap_conflicts(s);
  reverse_step(s, step);
  swap_conflicts(s);
  vec_clear(&s->put_off);
}

/* Returns the step up to which the run is of interest: another one shows what comes behind that. */
static uint32_t read_steps(struct search *s, const struct expected *x) {
  struct course *c = &s->course;
  bool is_of_chunk = expected_is_of_chunk(x), is_reversal = x->steps > 1 && x->flipped == NONE;
  vec_clear(&s->put_off);
  while (!stop_is_wanted(s->env.stop) && course_next(c, x)) {
    uint32_t step = (uint32_t)c->h.steps.count - 1;
    if (is_of_chunk && !is_as_planned(s, x, step)) return step;
    if (s->put_off.count) look_at_put_off(s, step - 1);
    if (!is_new(c, x, step)) continue;
    if (is_of_chunk && is_put_off(x, step))
      swap_conflicts(s);
    else
      reverse_step(s, step);
  }
  if (is_of_chunk && !is_due_at_end(s, x)) return (uint32_t)c->h.steps.count - 1;
  if (s->put_off.count) look_at_put_off(s, (uint32_t)c->h.steps.count - 1);
  if (x->flipped != NONE && !is_flipped(c, x)) return NONE;
  reverse_pending(s, is_reversal ? x->steps - 1 : x->steps,
                  x->flipped != NONE ? c->h.decisions.at[x->flipped].step
                  : is_reversal      ? x->steps - 1
                                     : 0);
  return NONE;
}

static void forget_found(struct search *s, size_t old) {
  while (s->pending.count > old) {
    struct item found = vec_pop(&s->pending);
    vec_push(&s->unused, found);
  }
}

/* Steps of several operations, and decisions inside of them: not always is it foreseen which of these conflict, and a class
 * may come up again. */
static bool has_compound(const struct course *c) {
  for (uint32_t k = 1; c->h.was_compound && k < c->h.steps.count; k++)
    if (c->h.steps.at[k].is_compound && !c->h.steps.at[k].is_straight) return true;
  return false;
}
static bool has_inside(const struct course *c) {
  for (uint32_t k = 1; k < c->h.steps.count; k++)
    if (c->h.steps.at[k].is_compound && c->h.steps.at[k].inside) return true;
  return false;
}

static enum verdict_of_run look_at(struct search *s, const struct run *run, const struct item *i) {
  const struct expected *x = &i->expected;
  struct course *c = &s->course;
  size_t old = s->pending.count;
  s->expected = x;
  if (!course_read(c, run, x)) return RUN_DIVERGED;
  uint32_t until = read_steps(s, x);
  if (stop_is_wanted(s->env.stop)) return RUN_EXTRA; /* read in part: dpor_learn puts it back */
  if (x->flipped != NONE && !is_flipped(c, x)) return RUN_DIVERGED;
  check(course_is_sound(c));
  if (until != NONE) forget_found(s, old);
  decisions_flip(s, x, until);
  if (until != NONE) return RUN_BLOCKED;
  return run->trace->end == END_ASSUME ? RUN_PRUNED : RUN_NEW;
}

/* Is the class new? If not, whoever was there first has found what there is to be found. */
static enum verdict_of_run compare(struct search *s, const struct run *run, enum verdict_of_run verdict,
                                   size_t old) {
  bool is_known = false;
  if (verdict != RUN_NEW && verdict != RUN_PRUNED) return verdict;
  if (s->env.options.checks_classes || has_compound(&s->course))
    is_known = !classes_add(&s->classes, run_class(run));
  if (is_known && has_inside(&s->course))
    forget_found(s, old);
  else
    show_hidden_failures(s);
  return is_known && verdict == RUN_NEW ? RUN_REDUNDANT : verdict;
}

/* The run was not looked at to its end, because there is to be one of the campaign: what it leaves to do is not known. So the
 * run is still to be made, for whoever goes on. */
static enum verdict_of_run put_back(struct search *s, struct item i, size_t old) {
  forget_found(s, old);
  vec_push(&s->pending, i);
  return RUN_EXTRA;
}

static bool is_unfair(const struct trace *t) { return t->end == END_LIMIT && t->value == 1; }

/* True if the run is to be made again, shorter: it is the program's own, and has no end. */
static bool is_first_without_end(struct search *s, const struct item *i, const struct trace *t) {
  bool was_endless = s->is_endless;
  if (t->end != END_LIMIT && !t->is_bounded && t->step_count > s->longest) s->longest = t->step_count;
  s->is_endless |= is_root(i) && t->end == END_LIMIT && t->step_count >= s->env.max_steps;
  return s->is_endless && !was_endless;
}

static enum verdict_of_run dpor_learn(void *self, const struct run *run) {
  struct search *s = self;
  struct item i = s->planned.at[0];
  enum verdict_of_run verdict = RUN_NEW;
  size_t old = s->pending.count;
  struct strategy_stats before = s->stats;
  s->planned.count--;
  memmove(s->planned.at, s->planned.at + 1, s->planned.count * sizeof i);
  if (run->trace->end == END_DIVERGED) {
    s->stats.diverged_at = (uint64_t)run->trace->value;
    verdict = RUN_DIVERGED;
  } else if (is_unfair(run->trace)) {
    verdict = RUN_BLOCKED;
  } else if (is_first_without_end(s, &i, run->trace)) {
    return put_back(s, i, old);
  } else if (i.kind != ITEM_NEW) {
    verdict = i.kind == ITEM_EXTRA ? RUN_EXTRA : RUN_NEW;
  } else if (is_too_large(run->trace)) {
    s->stats.too_long++;
  } else {
    s->found_steps = s->found_segments = 0;
    verdict = look_at(s, run, &i);
    if (stop_is_wanted(s->env.stop)) return s->stats = before, put_back(s, i, old);
    verdict = compare(s, run, verdict, old);
  }
  weights_share(s, &i, old);
  later_put_off(s, old);
  vec_push(&s->unused, i);
  return verdict;
}

static void dpor_stats(const void *self, struct strategy_stats *out) {
  const struct search *s = self;
  *out = s->stats;
  out->pending = s->pending.count + later_count(s) + s->planned.count;
  out->done = s->done;
  out->is_done_wrong = weights_are_wrong(s);
}

/* ---- parts that are handed over ---- */

enum {
  MARK_STEPS,
  MARK_KNOWN,
  MARK_PRINT,
  MARK_PRINT_HIGH,
  MARK_FLIPPED,
  MARK_FLIPPED_STEP,
  MARK_TAKEN,
  MARK_HAS_CHOSEN,
  MARK_KIND,
  MARK_CHUNKS,
  MARKS,
  CHUNK_WORDS = 7
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
                                 x->flipped_step,
                                 x->taken,
                                 x->chosen != NONE,
                                 i->kind,
                                 (uint32_t)x->chunks.count};
  for (int k = 0; k < MARKS; k++) vec_push(&out->marks, marks[k]);
  for (size_t k = 0; k < x->chunks.count; k++) {
    const struct chunk *chunk = &x->chunks.at[k];
    const uint32_t words[CHUNK_WORDS] = {chunk->start,
                                         chunk->count,
                                         chunk->head,
                                         chunk->sure,
                                         chunk->kept,
                                         chunk->last_fixed | (uint32_t)chunk->head_fixed << 16,
                                         chunk->head_flipped | (uint32_t)chunk->is_late << 16};
    for (int n = 0; n < CHUNK_WORDS; n++) vec_push(&out->marks, words[n]);
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
  x->flipped_step = m[MARK_FLIPPED_STEP];
  x->taken = (uint8_t)m[MARK_TAKEN];
  i->kind = m[MARK_KIND];
  const uint32_t *at = m + MARKS, *end = m + part->marks.count;
  for (uint32_t k = 0; k < m[MARK_CHUNKS]; k++, at += CHUNK_WORDS)
    vec_push(&x->chunks, ((struct chunk){at[0], at[1], at[2], at[3], at[4], (uint16_t)at[5],
                                         (uint16_t)(at[5] >> 16), (uint16_t)at[6], at[6] >> 16}));
  for (; at < end; at++) vec_push(&x->flipped_before, *at);
}

/* The oldest one is the nearest to the root. */
static bool dpor_give(void *self, struct subproblem *out) {
  struct search *s = self;
  if (s->pending.count + later_count(s) < 2 || (!s->pending.count && !later_take(s))) return false;
  struct item i = s->pending.at[0];
  s->pending.count--;
  memmove(s->pending.at, s->pending.at + 1, s->pending.count * sizeof i);
  to_part(&i, out);
  vec_push(&s->unused, i);
  return true;
}

static bool save_items(const struct item *at, size_t count, bool (*put)(void *, const struct subproblem *),
                       void *context, struct subproblem *part) {
  for (size_t k = 0; k < count; k++) {
    to_part(&at[k], part);
    if (!put(context, part)) return false;
  }
  return true;
}

static void dpor_save(void *self, bool (*put)(void *, const struct subproblem *), void *context) {
  struct search *s = self;
  struct subproblem part = {0};
  start(s);
  bool goes_on = save_items(s->pending.at, s->pending.count, put, context, &part);
  for (uint32_t l = 0; goes_on && l < LATER_LEVELS; l++)
    goes_on = save_items(s->later[l].at, s->later[l].count, put, context, &part);
  if (goes_on) save_items(s->planned.at, s->planned.count, put, context, &part);
  subproblem_free(&part);
}

const struct strategy_vtable strategy_dpor = {
    .name = "dpor",
    .help = "each class of schedules and each path once (optimal partial-order reduction); complete where "
            "the program is finite",
    .has_schedules = true,
    .gaps = gaps,
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
