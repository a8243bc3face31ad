/* A run that shows something new is made again from an explicit plan (its whole schedule, so that no policy or seed
 * matters any more), in a fresh child. Then its schedule is minimised, and the run that is reported is that of the
 * minimised plan. A race must in addition be turned round: a second schedule, at access granularity, carries out the
 * two accesses in the other order. If none does, the pair may still be shown by another run; it is tried again, less
 * and less often.
 *
 * Pairs of sites that raced are kept in a hash table with open addressing, never more than half full. */
#include "cli/confirm.h"
#include "cli/minimise.h"
#include "detect/hints.h"
#include "detect/race_bug.h"
#include "detect/reverse.h"
#include "report/report.h"
#include <string.h>

#define TRIES 200     /* replays for minimising */
#define TRIES_LOST 20 /* when each of them costs a process */
#define RACES_A_RUN 64
#define EAGER_TRIES 16 /* attempts to turn a pair round before it is tried less often */

/* A plan without its empty room. */
struct kept_plan {
  uint8_t head[offsetof(struct plan, run)];
  vec(struct plan_run) runs;
  vec(uint8_t) input;
};

struct pair {
  uint64_t key; /* 0: free */
  size_t bug;   /* 1 + index of the bug it was reported as; 0: not reported */
  uint64_t last_execution;
  uint64_t seen, next_try;
  uint32_t failed;
};

struct confirm {
  struct campaign *campaign;
  const struct options *options;
  struct target *target;
  struct shm *shm;
  struct race_finder *finder; /* NULL: races are no bugs */
  struct hints *hints;
  struct pair *pairs;
  size_t pair_size, pair_count;
  struct order *order; /* scratch */
  struct step_list reversed;
  struct path_builder *builder;
  struct path path;
  struct input input;
  struct kept_plan original;
  struct schedule schedule; /* of the run that is looked at */
};

struct confirm *confirm_open(struct campaign *c, const struct options *o, struct target *target) {
  struct confirm *f = xcalloc(1, sizeof *f);
  f->campaign = c;
  f->options = o;
  f->target = target;
  f->shm = target_shm(target);
  f->finder = o->kinds & BUG_BIT(BUG_RACE) ? race_finder_open() : NULL;
  f->builder = path_builder_open();
  f->order = order_open();
  c->hints = f->hints = hints_open();
  for (int i = 0; i < PLAN_STACKS; i++) f->shm->plan.stack_at[i] = UINT32_MAX;
  return f;
}

void confirm_close(struct confirm *f) {
  f->campaign->hints = NULL;
  hints_close(f->hints);
  race_finder_close(f->finder);
  path_builder_close(f->builder);
  order_close(f->order);
  vec_free(&f->path.steps);
  vec_free(&f->input.bytes);
  vec_free(&f->original.runs);
  vec_free(&f->original.input);
  vec_free(&f->schedule.runs);
  vec_free(&f->reversed.runs);
  free(f->pairs);
  free(f);
}

/* ---- plans ---- */

static void plan_keep(const struct plan *p, struct kept_plan *k) {
  memcpy(k->head, p, sizeof k->head);
  vec_reserve(&k->runs, p->run_count + 1);
  memcpy(k->runs.at, p->run, p->run_count * sizeof *p->run);
  k->runs.count = p->run_count;
  vec_reserve(&k->input, p->input_count + 1);
  memcpy(k->input.at, p->input, p->input_count);
  k->input.count = p->input_count;
}

static void plan_put(struct plan *p, const struct kept_plan *k) {
  memcpy(p, k->head, sizeof k->head);
  memcpy(p->run, k->runs.at, k->runs.count * sizeof *p->run);
  memcpy(p->input, k->input.at, k->input.count);
}

static const struct trace *run_plan(struct confirm *f, enum plan_mode mode, uint32_t flags) {
  f->shm->plan.mode = mode;
  f->shm->plan.flags = flags;
  f->campaign->confirmations++;
  return target_run(f->target);
}

/* The schedule from its first to its last step. */
static const struct trace *run_schedule(struct confirm *f, const struct schedule *s, uint32_t flags) {
  if (!plan_set_schedule(&f->shm->plan, s->runs.at, s->runs.count)) plan_put(&f->shm->plan, &f->original);
  return run_plan(f, PLAN_FORK, flags);
}

/* ---- the run as reports want it ---- */

static void read_input(struct confirm *f) {
  const struct shm *s = f->shm;
  size_t asked = s->trace.input_count, given = s->plan.input_count;
  size_t n = asked > given ? asked : given;
  vec_reserve(&f->input.bytes, n + 1);
  memcpy(f->input.bytes.at, s->plan.input, given);
  memset(f->input.bytes.at + given, 0, n - given);
  f->input.bytes.count = n;
}

static struct run read_run(struct confirm *f) {
  read_input(f);
  path_read(f->builder, f->shm, &f->path);
  return (struct run){
      .trace = &f->shm->trace, .events = shm_event(f->shm), .path = &f->path, .input = &f->input};
}

static void report(struct confirm *f, struct bug *bug) {
  struct run run = read_run(f);
  bug->execution = f->campaign->executions;
  report_bug(f->campaign, bug, &run);
}

/* ---- bugs by the end of the run ---- */

struct end_test {
  struct confirm *confirm;
  uint64_t fingerprint;
};

static bool ends_alike(void *context) {
  const struct end_test *t = context;
  return bug_fingerprint(&t->confirm->shm->trace, t->confirm->shm) == t->fingerprint;
}

static void note_unconfirmed(struct campaign *c, bool was_killed) {
  if (was_killed) {
    incomplete_add(c, INCOMPLETE_LOST, 1, "a run was killed at --run-timeout; replayed, it ended in time");
    return;
  }
  incomplete_add(c, INCOMPLETE_DIVERGENCE, 1, "a bug seen once did not happen again when replayed");
  c->diverged++;
}

/* The plan as it was given, once more; true if it ends the same way at the same place. */
static bool original_ends_alike(struct confirm *f, struct end_test *t) {
  plan_put(&f->shm->plan, &f->original);
  run_plan(f, PLAN_FORK, 0);
  return ends_alike(t);
}

/* True if the run the mapping then holds is one to report. */
static bool confirm_threaded(struct confirm *f, struct end_test *t) {
  uint32_t tries = f->shm->trace.end == END_LOST ? TRIES_LOST : TRIES;
  struct schedule smaller = {0};
  run_schedule(f, &f->schedule, PLAN_ENABLED);
  if (!ends_alike(t)) return original_ends_alike(f, t);
  schedule_read(f->shm, &smaller);
  f->campaign->confirmations += minimise_schedule(f->target, &smaller, ends_alike, t, tries);
  run_schedule(f, &smaller, PLAN_ENABLED);
  bool is_alike = ends_alike(t);
  if (!is_alike) run_schedule(f, &f->schedule, PLAN_ENABLED);
  vec_free(&smaller.runs);
  return is_alike || ends_alike(t);
}

static bool is_confirmed(struct confirm *f, struct end_test *t) {
  bool is_threaded = f->schedule.runs.count && !f->shm->trace.was_killed;
  return is_threaded ? confirm_threaded(f, t) : original_ends_alike(f, t);
}

static bool knows_end(struct confirm *f) {
  struct bug bug;
  if (!bug_from_trace(&f->shm->trace, f->shm, f->campaign->symbols, f->options->kinds, &bug)) return true;
  bool is_known = report_knows_bug(f->campaign, &bug, &f->shm->trace);
  bug_free(&bug);
  return is_known;
}

static void confirm_end(struct confirm *f) {
  struct end_test t = {f, bug_fingerprint(&f->shm->trace, f->shm)};
  bool was_killed = f->shm->trace.was_killed;
  struct bug bug;
  if (knows_end(f)) return;
  if (is_confirmed(f, &t) &&
      bug_from_trace(&f->shm->trace, f->shm, f->campaign->symbols, f->options->kinds, &bug))
    report(f, &bug);
  else
    note_unconfirmed(f->campaign, was_killed);
}

/* ---- pairs of sites ---- */

static uint64_t mix(uint64_t h, uint64_t x) {
  h = (h ^ x) * 0x9e3779b97f4a7c15u;
  return h ^ h >> 29;
}

/* Library models are called from many places: there the object counts too. */
static bool is_models(const struct shm *s, uint32_t site) {
  if (!site || site >= s->site_count) return true;
  return !strncmp(shm_strings(s) + shm_site(s)[site].function, "__raddle_libc_", 14);
}

static uint64_t pair_key(const struct shm *s, const struct event *a, const struct event *b) {
  uint32_t low = a->site < b->site ? a->site : b->site, high = a->site ^ b->site ^ low;
  uint64_t key = mix(mix(1, low), high);
  if (is_models(s, low) || is_models(s, high)) key = mix(key, b->addr);
  return key ? key : 1;
}

static struct pair *pair_slot(struct pair *at, size_t size, uint64_t key) {
  size_t i = key & (size - 1);
  while (at[i].key && at[i].key != key) i = (i + 1) & (size - 1);
  return &at[i];
}

static void pairs_grow(struct confirm *f) {
  size_t size = f->pair_size ? 2 * f->pair_size : 64;
  struct pair *at = xcalloc(size, sizeof *at);
  for (size_t i = 0; i < f->pair_size; i++)
    if (f->pairs[i].key) *pair_slot(at, size, f->pairs[i].key) = f->pairs[i];
  free(f->pairs);
  f->pairs = at;
  f->pair_size = size;
}

/* Valid until the next call. */
static struct pair *pair_of(struct confirm *f, const struct event *a, const struct event *b) {
  if (2 * (f->pair_count + 1) > f->pair_size) pairs_grow(f);
  uint64_t key = pair_key(f->shm, a, b);
  struct pair *p = pair_slot(f->pairs, f->pair_size, key);
  if (p->key) return p;
  f->pair_count++;
  *p = (struct pair){.key = key};
  return p;
}

static void pair_failed(struct confirm *f, struct pair *p) {
  f->campaign->races_unturned++;
  p->last_execution = f->campaign->executions;
  if (++p->failed > EAGER_TRIES) p->next_try = 2 * p->seen;
}

static void count_again(struct confirm *f, struct pair *p) {
  if (p->last_execution == f->campaign->executions) return;
  p->last_execution = f->campaign->executions;
  f->campaign->bugs.at[p->bug - 1].count++;
}

/* ---- races ---- */

/* Is this one new, and does it look as if it could be turned round? Asked for every race of every run. */
static bool is_new_race(void *context, const struct event *events, const struct race *r) {
  struct confirm *f = context;
  struct pair *p = pair_of(f, &events[r->first], &events[r->second]);
  if (p->bug) return count_again(f, p), false;
  if (p->failed && p->last_execution == f->campaign->executions) return false;
  if (++p->seen < p->next_try) return false;
  if (steps_reversed(f->order, events, f->shm->trace.thread_count, r, &f->reversed)) return true;
  pair_failed(f, p);
  return false;
}

static bool find_race(struct confirm *f, race_wanted *wanted, void *context, struct race *out) {
  const struct trace *t = &f->shm->trace;
  return race_find(f->finder, shm_event(f->shm), t->event_count, t->thread_count, wanted, context, out);
}

static const struct trace *run_reversed(struct confirm *f, const struct plan_run *runs, size_t count) {
  uint32_t is_sync = f->shm->granularity_sync;
  if (!plan_set_schedule(&f->shm->plan, runs, count)) return NULL;
  f->shm->granularity_sync = 0;
  const struct trace *t = run_plan(f, PLAN_FORK, 0);
  f->shm->granularity_sync = is_sync;
  return t;
}

/* Runs the schedule in f->reversed; true if the second access came before the first. */
static bool turns_round(struct confirm *f, const struct access_name *first,
                        const struct access_name *second) {
  const struct trace *t = run_reversed(f, f->reversed.runs.at, f->reversed.runs.count);
  if (!t) return false;
  uint32_t one = access_find(shm_event(f->shm), t->event_count, first);
  uint32_t two = access_find(shm_event(f->shm), t->event_count, second);
  if (two == UINT32_MAX) return false;
  return one == UINT32_MAX ? t->end == END_BUG : two < one;
}

struct race_test {
  struct confirm *confirm;
  uint64_t key; /* of the pair */
  struct race race;
};

static bool is_same_pair(void *context, const struct event *events, const struct race *r) {
  const struct race_test *t = context;
  const struct shm *s = t->confirm->shm;
  if (pair_key(s, &events[r->first], &events[r->second]) != t->key) return false;
  return steps_reversed(t->confirm->order, events, s->trace.thread_count, r, &t->confirm->reversed);
}

static bool races_alike(void *context) {
  struct race_test *t = context;
  return find_race(t->confirm, is_same_pair, t, &t->race);
}

/* Runs a schedule, sees the race in it, turns it round, and runs it again for the stacks. True if all that worked: the
 * mapping then holds the run to report and *bug is the bug. */
static bool confirm_schedule(struct confirm *f, const struct schedule *s, struct race_test *t,
                             struct bug *bug) {
  struct plan *plan = &f->shm->plan;
  run_schedule(f, s, 0);
  if (!races_alike(t)) return false;
  const struct event *events = shm_event(f->shm);
  struct access_name first = access_name(events, t->race.first), second = access_name(events, t->race.second);
  if (!turns_round(f, &first, &second)) return false;
  plan->stack_at[0] = t->race.first, plan->stack_at[1] = t->race.second;
  run_schedule(f, s, PLAN_ENABLED);
  bool is_there = races_alike(t) && t->race.first == plan->stack_at[0] && t->race.second == plan->stack_at[1];
  if (is_there) *bug = race_bug(f->shm, f->campaign->symbols, &t->race);
  plan->stack_at[0] = plan->stack_at[1] = UINT32_MAX;
  if (!is_there) return false;
  steps_reversed(f->order, events, f->shm->trace.thread_count, &t->race, &f->reversed);
  bug->reversed = xmalloc(f->reversed.runs.count * sizeof *bug->reversed);
  bug->reversed_count = (uint32_t)f->reversed.runs.count;
  memcpy(bug->reversed, f->reversed.runs.at, f->reversed.runs.count * sizeof *bug->reversed);
  return true;
}

static size_t find_bug(const struct campaign *c, const struct bug *bug) {
  for (size_t i = 0; i < c->bugs.count; i++)
    if (bug_is_same(&c->bugs.at[i], bug)) return i + 1;
  return 0;
}

/* Of the race reported last. */
static void save_reversed(struct confirm *f) {
  const struct bug *bug = &vec_last(&f->campaign->bugs);
  if (!run_reversed(f, bug->reversed, bug->reversed_count)) return;
  struct run run = read_run(f);
  report_reversed(f->campaign, &run);
}

/* *bug is the race as the run showed it that is in the mapping. */
static void report_smaller(struct confirm *f, struct race_test *t, struct bug *bug) {
  struct schedule smaller = {0};
  struct bug better;
  schedule_read(f->shm, &smaller);
  f->campaign->confirmations += minimise_schedule(f->target, &smaller, races_alike, t, TRIES);
  if (confirm_schedule(f, &smaller, t, &better)) {
    bug_free(bug);
    *bug = better;
  } else
    run_schedule(f, &f->schedule, PLAN_ENABLED);
  report(f, bug);
  save_reversed(f);
  vec_free(&smaller.runs);
}

static void confirm_race(struct confirm *f, const struct race *r) {
  const struct event *events = shm_event(f->shm);
  struct event first = events[r->first], second = events[r->second];
  struct race_test t = {f, pair_key(f->shm, &first, &second), *r};
  struct bug bug;
  if (!confirm_schedule(f, &f->schedule, &t, &bug)) {
    pair_failed(f, pair_of(f, &first, &second));
    return;
  }
  size_t known = find_bug(f->campaign, &bug);
  if (known)
    bug_free(&bug);
  else
    report_smaller(f, &t, &bug);
  struct pair *p = pair_of(f, &first, &second);
  p->bug = known ? known : f->campaign->bugs.count;
  p->last_execution = known ? 0 : f->campaign->executions;
  if (known) count_again(f, p);
}

static bool may_go_on(const struct confirm *f) { return f->options->keep_going || !f->campaign->bugs.count; }

/* One after the other: each is known once it is reported, and the next one found in the same run made again. */
static void confirm_races(struct confirm *f) {
  struct race race;
  for (int i = 0; i < RACES_A_RUN && may_go_on(f); i++) {
    run_schedule(f, &f->schedule, 0);
    if (!find_race(f, is_new_race, f, &race)) return;
    confirm_race(f, &race);
  }
}

/* Only runs that are somebody's: of an abandoned one nothing is known. */
static bool has_new_race(struct confirm *f) {
  const struct trace *t = &f->shm->trace;
  struct race race;
  if (!f->finder || t->thread_count < 2 || (t->end != END_EXIT && t->end != END_BUG)) return false;
  uint64_t before = race_finder_overflows(f->finder);
  bool has = find_race(f, is_new_race, f, &race);
  if (race_finder_overflows(f->finder) > before)
    incomplete_add(f->campaign, INCOMPLETE_TRACE_FULL, 1, "too many threads and objects to look for races");
  return has;
}

/* ---- a run ---- */

/* A waiting loop knows only of the visible memory it reads. In a run that found more to be visible, it may wait for what has
 * happened already; the runs with the larger set will tell. */
static bool is_doubtful(const struct shm *s) {
  const struct trace *t = &s->trace;
  if (!t->discovered || t->end != END_BUG || t->kind != BUG_DEADLOCK) return false;
  for (uint32_t i = 0; i < t->waiting_count; i++)
    if (shm_waiting(s)[i].kind == EV_SPIN) return true;
  return false;
}

void confirm_run(struct confirm *f) {
  const struct trace *t = &f->shm->trace;
  hints_follow(f->hints, f->shm);
  bool has_end =
      bug_is_shown(t, f->options->kinds) && !is_doubtful(f->shm) && !report_knows_trace(f->campaign, t);
  bool has_race = has_new_race(f);
  if (!has_end && !has_race) return;
  plan_keep(&f->shm->plan, &f->original);
  schedule_read(f->shm, &f->schedule);
  if (has_end) confirm_end(f);
  if (has_race && may_go_on(f)) {
    plan_put(&f->shm->plan, &f->original);
    confirm_races(f);
  }
  plan_put(&f->shm->plan, &f->original);
}
