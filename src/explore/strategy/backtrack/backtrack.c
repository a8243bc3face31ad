#include "explore/limits.h"
#include "base/check.h"
#include "explore/strategy/backtrack/backtrack.h"
#include "explore/strategy/strategies.h"
#include <string.h>

struct backtrack *backtrack_open(const struct strategy_env *env, const struct backtrack_rules *rules) {
  struct backtrack *b = xcalloc(1, sizeof *b);
  b->rules = *rules;
  b->smt = env->smt;
  b->env = *env;
  b->flipped = STEP_NONE;
  b->steps.stop = env->stop;
  hidden_open(&b->hidden);
  return b;
}

void backtrack_close(void *self) {
  struct backtrack *b = self;
  points_free(&b->points);
  vec_free(&b->path.decisions);
  vec_free(&b->done);
  vec_free(&b->number);
  vec_free(&b->input.bytes);
  vec_free(&b->next_input.bytes);
  classes_free(&b->classes);
  hidden_close(&b->hidden);
  steps_free(&b->steps);
  free(b);
}

/* ---- the next plan ---- */

static bool set_schedule(const struct backtrack *b, struct plan *plan) {
  for (uint32_t i = 0; i < b->points.count; i++) {
    uint32_t number = b->number.at[b->points.at[i].thread];
    struct plan_run *last = plan->run_count ? &plan->run[plan->run_count - 1] : NULL;
    if (last && last->thread == number)
      last->count++;
    else if (plan->run_count >= limit_of(LIMIT_SEGMENTS))
      return false;
    else
      plan->run[plan->run_count++] = (struct plan_run){number, 1};
  }
  return true;
}

static void postpone(const struct backtrack *b, struct plan *plan, uint32_t thread) {
  uint32_t number = b->number.at[thread], n = plan->postponed_count;
  if (n == PLAN_POSTPONED_MAX || (n && plan->postponed[n - 1] == number)) return;
  plan->postponed[plan->postponed_count++] = number;
}

/* What the child of the last point will touch, if it does what it did in the last run. */
static const struct run_step *expected_step(const struct backtrack *b) {
  uint32_t at = b->points.count - 1;
  for (uint32_t i = at; i < b->steps.made.count; i++)
    if (b->steps.made.at[i].thread == b->points.at[at].thread) return &b->steps.made.at[i];
  return NULL;
}

/* Whoever still sleeps then, or without sleep sets whoever was tried instead, comes last. */
static void set_postponed(struct backtrack *b, struct plan *plan) {
  plan->policy = POLICY_POSTPONE;
  if (!b->points.count) return;
  const struct point *p = &b->points.at[b->points.count - 1];
  if (!b->rules.has_sleep) {
    for (uint32_t t = 0; t < 64 * p->tried.words.count; t++)
      if (set_has(&p->tried, t) && t != p->thread) postpone(b, plan, t);
    return;
  }
  static const struct run_step nothing = {.thread = STEP_NONE};
  const struct run_step *expected = expected_step(b);
  struct point after = {0};
  point_inherit(&after, p, &b->steps, expected ? expected : &nothing);
  for (size_t i = 0; i < after.asleep.count; i++) postpone(b, plan, after.asleep.at[i].thread);
  vec_free(&after.asleep);
}

static bool is_beyond_bound(struct backtrack *b) {
  if (!b->env.options.depth || b->points.count + b->path.decisions.count <= b->env.options.depth)
    return false;
  b->stats.depth_bounded++;
  return true;
}

/* The other side of the path's last branch. */
static bool try_branch(struct backtrack *b) {
  size_t i = b->path.decisions.count - 1;
  if (b->done.at[i]) return false;
  b->done.at[i] = 1;
  if (is_beyond_bound(b)) return false;
  enum smt_answer answer = smt_flip(b->smt, b->path.decisions.at, i, &b->input, &b->next_input);
  if (smt_gave_up(b->smt, answer)) b->stats.solver_unknown++;
  if (answer != SMT_SAT) return false;
  b->flipped = (uint32_t)i;
  return true;
}

/* Another child of the last point. */
static bool try_point(struct backtrack *b) {
  struct point *p = &b->points.at[b->points.count - 1];
  bool is_first = p->thread == STEP_NONE && !p->is_lost;
  point_leave(p, b->rules.has_sleep);
  p->is_lost = false;
  uint32_t thread = is_first ? point_choose(p, &p->enabled) : b->rules.choose(b, p);
  if (thread == STEP_NONE) return false;
  if (!is_first && is_beyond_bound(b)) return false;
  b->counts.flips += !is_first;
  p->thread = thread;
  p->is_lost = true; /* until it is learnt */
  set_add(&p->tried, thread);
  b->flipped = STEP_NONE;
  return true;
}

/* Goes back to the last node that has something left to try. */
static bool go_back(struct backtrack *b) {
  while (!smt_is_stopped(b->smt)) {
    size_t branches = b->path.decisions.count;
    if (branches && b->path.decisions.at[branches - 1].at >= b->points.count) {
      if (try_branch(b)) return true;
      b->path.decisions.count--, b->done.count--;
    } else if (b->points.count) {
      if (try_point(b)) return true;
      b->points.count--;
    } else {
      return false;
    }
  }
  return false;
}

enum proposal backtrack_next(void *self, struct plan *plan) {
  struct backtrack *b = self;
  for (;;) {
    plan_reset(plan);
    plan->flags = PLAN_ENABLED | PLAN_GO_ON;
    if (!b->has_started) {
      b->has_started = true;
      return PROPOSAL_PLAN;
    }
    if ((b->is_extra = hidden_next(&b->hidden, plan))) return PROPOSAL_PLAN;
    if (!go_back(b)) return proposal_none(b->smt);
    plan_set_input(plan, b->flipped == STEP_NONE ? &b->input : &b->next_input);
    set_postponed(b, plan);
    if (set_schedule(b, plan)) return PROPOSAL_PLAN;
    b->stats.too_long++;
  }
}

/* ---- was it predicted? ---- */

static bool is_same_step(const struct backtrack *b, uint32_t i) {
  const struct point *p = &b->points.at[i];
  const struct run_step *s = &b->steps.made.at[i];
  if (i + 1 == b->points.count && b->flipped == STEP_NONE) return p->thread == s->thread;
  return p->thread == s->thread && p->print == s->print;
}

static bool follows(const struct backtrack *b, const struct path *new) {
  const struct path *old = &b->path;
  if (b->flipped != STEP_NONE)
    return path_follows(new->decisions.at, new->decisions.count, old->decisions.at, b->flipped);
  return path_agrees(new->decisions.at, new->decisions.count, old->decisions.at, old->decisions.count);
}

static bool is_as_predicted(struct backtrack *b, const struct run *run) {
  for (uint32_t i = 0; i < b->points.count; i++) {
    if (i < b->steps.made.count && is_same_step(b, i)) continue;
    b->stats.diverged_at = i;
    return false;
  }
  return follows(b, run->path);
}

/* ---- learning ---- */

static void take_path(struct backtrack *b, const struct path *p) {
  size_t n = p->decisions.count, keep = b->path.decisions.count;
  vec_reserve(&b->path.decisions, n);
  vec_reserve(&b->done, n);
  if (n) memcpy(b->path.decisions.at, p->decisions.at, n * sizeof(struct decision));
  for (size_t i = keep; i < n; i++) b->done.at[i] = !decision_can_flip(&p->decisions.at[i]);
  b->path.decisions.count = b->done.count = n;
}

/* Adds the points behind those that were known, up to one where the run was led to a sleeper;
 * returns how many steps count. */
static uint32_t take_points(struct backtrack *b) {
  const struct steps *s = &b->steps;
  if (b->points.count) point_enter(&b->points.at[b->points.count - 1], s, &s->made.at[b->points.count - 1]);
  for (uint32_t i = b->points.count; i < s->made.count; i++) {
    if (stop_is_wanted(s->stop)) return i;
    struct point *p = points_push(&b->points, s, &s->made.at[i]);
    if (i && b->rules.has_sleep) point_inherit(p, &b->points.at[i - 1], s, &s->made.at[i - 1]);
    if (point_is_asleep(p, s->made.at[i].thread)) return i;
    point_enter(p, s, &s->made.at[i]);
  }
  return (uint32_t)s->made.count;
}

/* The path is cut off where the points are. */
static void cut_path(struct backtrack *b, uint32_t steps) {
  while (b->path.decisions.count && vec_last(&b->path.decisions).at > steps)
    b->path.decisions.count--, b->done.count--;
}

static void on_race(void *context, const struct race *r) {
  struct backtrack *b = context;
  b->counts.races++;
  b->rules.race(b, &b->points.at[r->step], r);
}

/* Nothing tells what the other threads would have done: whatever it is, the last step may
 * conflict with it. */
static void race_with_all(struct backtrack *b) {
  const struct steps *s = &b->steps;
  uint32_t last = (uint32_t)s->made.count - 1;
  const struct run_step *l = &s->made.at[last];
  for (uint32_t t = 0; t < s->number.count; t++) {
    struct run_step unknown = {.thread = t, .event = STEP_NONE, .before = l->event};
    if (step_enables(s, l, t) && t != l->thread) on_race(b, &(struct race){last, &unknown, last + 1});
  }
  for (uint32_t i = 0; i < last; i++)
    if (!step_is_known(s, &s->made.at[i], l->before)) on_race(b, &(struct race){i, l, last});
}

/* What the run leaves to do; returns how many of its steps count. */
static uint32_t learn_steps(struct backtrack *b, const struct run *run) {
  uint32_t from = b->points.count ? b->points.count - 1 : 0;
  vec_clear(&b->number);
  for (size_t i = 0; i < b->steps.number.count; i++) vec_push(&b->number, b->steps.number.at[i]);
  take_path(b, run->path);
  input_copy(&b->input, run->input);
  uint32_t until = take_points(b);
  cut_path(b, until);
  races_find(&b->steps, from, until, b->rules.rule, on_race, b);
  if (b->steps.is_cut_short && until && until == b->steps.made.count) race_with_all(b);
  hidden_find(&b->hidden, run, &b->steps);
  check(b->points.count <= b->steps.made.count && b->done.count == b->path.decisions.count);
  return until;
}

enum verdict_of_run backtrack_learn(void *self, const struct run *run) {
  struct backtrack *b = self;
  if (run->trace->end == END_DIVERGED) {
    b->stats.diverged_at = (uint64_t)run->trace->value;
    return RUN_DIVERGED;
  }
  struct order_hash class = run_class(run);
  if (b->is_extra) return classes_add(&b->classes, class) ? RUN_NEW : RUN_EXTRA;
  if (!steps_read(&b->steps, run) || !is_as_predicted(b, run)) return RUN_DIVERGED;
  uint32_t until = learn_steps(b, run);
  if (stop_is_wanted(b->env.stop)) return RUN_EXTRA; /* it may have been cut short */
  if (until < b->steps.made.count) {
    bool is_blocked = point_choose(&b->points.at[until], &b->points.at[until].enabled) == STEP_NONE;
    b->counts.blocked += is_blocked;
    b->counts.again += !is_blocked;
    return is_blocked ? RUN_BLOCKED : RUN_EXTRA;
  }
  if (run->trace->end == END_ASSUME) return RUN_PRUNED;
  return classes_add(&b->classes, class) ? RUN_NEW : RUN_REDUNDANT;
}

void backtrack_stats(const struct backtrack *b, struct strategy_stats *out) {
  *out = b->stats;
  out->too_long += b->hidden.too_long;
  out->pending = b->hidden.runs.count;
  for (size_t i = 0; i < b->done.count; i++) out->pending += !b->done.at[i];
  for (uint32_t i = 0; i < b->points.count; i++) {
    const struct point *p = &b->points.at[i];
    out->pending += p->is_raced || point_choose(p, &p->todo) != STEP_NONE;
  }
}
