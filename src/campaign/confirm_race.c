/* Races. The run is made again, the race is seen in it, and a second schedule, at access
 * granularity, carries out the two accesses in the other order. A race that depends on a third
 * access between its two cannot be turned round in this run, which the run itself tells; the pair
 * may still be shown by another one. If a replay fails that should not, the pair is tried again,
 * less and less often.
 *
 * Behind the end of a run that one thread's failure ended may lie what the others would have
 * done (its ghosts): races among that are looked for in the run without the failure
 * (detect/survivors.h), which is then made. */
#include "campaign/confirm_inside.h"
#include "campaign/minimise.h"
#include "campaign/race_pairs.h"
#include "detect/race_bug.h"
#include "detect/reverse.h"
#include "detect/survivors.h"
#include "campaign/ledger.h"
#include <string.h>

#define TRIES 200 /* replays for minimising */
#define RACES_A_RUN 64
#define EAGER_TRIES 16 /* attempts to turn a pair round before it is tried less often */

struct race_search {
  struct confirm *confirm;
  struct race_finder *finder;
  struct race_pairs *pairs;
  struct reverser *reverser;
  struct step_list reversed;
  struct survivors survivors;
  bool is_in_run, is_in_survivors; /* where the run looked at last has a new race */
};

static void *open_races(struct confirm *f) {
  struct race_search *x = xcalloc(1, sizeof *x);
  x->confirm = f;
  x->finder = race_finder_open();
  x->reverser = reverser_open();
  x->pairs = race_pairs_open(f->shm);
  return x;
}

static void close_races(void *self) {
  struct race_search *x = self;
  race_finder_close(x->finder);
  reverser_close(x->reverser);
  vec_free(&x->reversed.runs);
  survivors_free(&x->survivors);
  race_pairs_close(x->pairs);
  free(x);
}

/* ---- pairs of sites ---- */

static void pair_failed(struct race_search *x, struct race_pair *p) {
  struct confirm *f = x->confirm;
  f->desk->tally.races_unturned++;
  p->failed_run = f->runs;
  if (++p->failed > EAGER_TRIES) p->next_try = 2 * p->seen;
}

/* Seen, but not such that it could be turned round. */
static void pair_unturned(struct race_search *x, struct race_pair *p) {
  struct confirm *f = x->confirm;
  if (p->last_run == f->runs) return;
  p->last_run = f->runs;
  f->desk->tally.races_unturned++;
}

static void count_again(struct race_search *x, struct race_pair *p) {
  struct confirm *f = x->confirm;
  if (p->last_run == f->runs) return;
  p->last_run = f->runs;
  tally_bug(&f->desk->tally, p->bug - 1);
}

/* ---- races ---- */

/* Is this one new, and does it look as if it could be turned round? Asked for every race of
 * every run. */
static bool is_new_race(void *context, const struct event *events, const struct race *r) {
  struct race_search *x = context;
  struct confirm *f = x->confirm;
  const struct event *a = &events[r->first], *b = &events[r->second];
  if (race_pair_is_settled(x->pairs, a, b, f->runs)) return false;
  struct race_pair *p = race_pair_of(x->pairs, a, b);
  if (p->bug || p->failed_run == f->runs) {
    if (p->bug) count_again(x, p);
    race_pair_settle(x->pairs, a, b, f->runs);
    return false;
  }
  if (++p->seen < p->next_try) return false;
  if (reverser_steps(x->reverser, r, &x->reversed)) return true;
  pair_unturned(x, p);
  return false;
}

static bool find_race_in(struct race_search *x, const struct event *events, uint32_t count,
                         race_wanted *wanted, void *context, struct race *out) {
  uint32_t threads = x->confirm->view.trace->thread_count;
  reverser_begin(x->reverser, events, count, threads);
  return race_find(x->finder, events, count, threads, wanted, context, out);
}

static bool find_race(struct race_search *x, race_wanted *wanted, void *context, struct race *out) {
  struct confirm *f = x->confirm;
  return find_race_in(x, f->view.events, f->view.trace->event_count, wanted, context, out);
}

static const struct trace *run_reversed(struct race_search *x, const struct plan_run *runs, size_t count) {
  struct confirm *f = x->confirm;
  uint32_t is_sync = f->shm->granularity_sync;
  if (!plan_set_schedule(&f->shm->plan, runs, count)) return NULL;
  f->shm->granularity_sync = 0;
  const struct trace *t = confirm_run_plan(f, PLAN_FORK, 0);
  f->shm->granularity_sync = is_sync;
  return t;
}

/* Runs the schedule in x->reversed; true if the second access came before the first. */
static bool turns_round(struct race_search *x, const struct access_name *first,
                        const struct access_name *second) {
  struct confirm *f = x->confirm;
  const struct trace *t = run_reversed(x, x->reversed.runs.at, x->reversed.runs.count);
  if (!t) return false;
  uint32_t one = access_find(shm_event(f->shm), t->event_count, first);
  uint32_t two = access_find(shm_event(f->shm), t->event_count, second);
  if (two == UINT32_MAX) return false;
  return one == UINT32_MAX ? t->end == END_BUG || t->end == END_ASSUME : two < one;
}

struct race_test {
  struct race_search *search;
  uint64_t key; /* of the pair */
  struct race race;
};

static bool is_same_pair(void *context, const struct event *events, const struct race *r) {
  const struct race_test *t = context;
  const struct shm *s = t->search->confirm->shm;
  if (race_pair_key(s, &events[r->first], &events[r->second]) != t->key) return false;
  return reverser_steps(t->search->reverser, r, &t->search->reversed);
}

static bool races_alike(void *context) {
  struct race_test *t = context;
  return find_race(t->search, is_same_pair, t, &t->race);
}

/* Runs a schedule, sees the race in it, turns it round, and runs it again for the stacks. True
 * if all that worked: the mapping then holds the run to report and *bug is the bug. */
static bool confirm_schedule(struct race_search *x, const struct schedule *s, struct race_test *t,
                             struct bug *bug) {
  struct confirm *f = x->confirm;
  struct plan *plan = &f->shm->plan;
  confirm_run_schedule(f, s, 0);
  if (!races_alike(t)) return false;
  const struct event *events = shm_event(f->shm);
  struct access_name first = access_name(events, t->race.first), second = access_name(events, t->race.second);
  if (!turns_round(x, &first, &second)) return false;
  plan->stack_at[0] = t->race.first, plan->stack_at[1] = t->race.second;
  confirm_run_schedule(f, s, PLAN_ENABLED);
  bool is_there = races_alike(t) && t->race.first == plan->stack_at[0] && t->race.second == plan->stack_at[1];
  if (is_there) {
    *bug = race_bug(f->shm, desk_enter(f->desk)->symbols, &t->race);
    desk_leave(f->desk);
  }
  plan->stack_at[0] = plan->stack_at[1] = UINT32_MAX;
  if (!is_there) return false;
  bug->reversed = xmalloc(x->reversed.runs.count * sizeof *bug->reversed);
  bug->reversed_count = (uint32_t)x->reversed.runs.count;
  memcpy(bug->reversed, x->reversed.runs.at, x->reversed.runs.count * sizeof *bug->reversed);
  return true;
}

static void save_reversed(struct race_search *x, size_t index) {
  struct confirm *f = x->confirm;
  struct bug bug = desk_enter(f->desk)->bugs.at[index];
  desk_leave(f->desk);
  if (!run_reversed(x, bug.reversed, bug.reversed_count)) return;
  struct run run = confirm_read_run(f);
  ledger_reversed(desk_enter(f->desk), index, &run);
  desk_leave(f->desk);
}

/* *bug is the race as the run showed it that is in the mapping. As `report`. */
static bool report_smaller(struct race_search *x, struct race_test *t, struct bug *bug, size_t *index) {
  struct confirm *f = x->confirm;
  struct schedule smaller = {0};
  struct bug better;
  schedule_read(f->view.trace, f->view.events, &smaller);
  f->desk->tally.confirmations += minimise_schedule(f->target, &smaller, races_alike, t, TRIES);
  if (confirm_schedule(x, &smaller, t, &better)) {
    bug_free(bug);
    *bug = better;
  } else
    confirm_run_schedule(f, &f->schedule, PLAN_ENABLED);
  vec_free(&smaller.runs);
  if (!confirm_report(f, bug, INTERFERENCES_UNKNOWN, index)) return false;
  save_reversed(x, *index);
  return true;
}

/* Is it one that was reported? */
static bool knows_race(struct race_search *x, struct bug *bug, size_t *index) {
  struct confirm *f = x->confirm;
  size_t known = confirm_find_bug(desk_enter(f->desk), bug);
  desk_leave(f->desk);
  *index = known - 1;
  if (known) bug_free(bug);
  return known;
}

/* A race among these events, which x->confirm->schedule brings about. */
static void confirm_race(struct race_search *x, const struct event *events, const struct race *r) {
  struct confirm *f = x->confirm;
  struct event first = events[r->first], second = events[r->second];
  struct race_test t = {x, race_pair_key(f->shm, &first, &second), *r};
  struct bug bug;
  if (!confirm_schedule(x, &f->schedule, &t, &bug)) {
    pair_failed(x, race_pair_of(x->pairs, &first, &second));
    return;
  }
  size_t index;
  bool is_new = !knows_race(x, &bug, &index) && report_smaller(x, &t, &bug, &index);
  struct race_pair *p = race_pair_of(x->pairs, &first, &second);
  p->bug = index + 1;
  p->last_run = is_new ? f->runs : 0;
  if (!is_new) count_again(x, p);
}

/* One after the other: each is known once it is reported, and the next one found in the same run
 * made again. */
static void confirm_races(struct race_search *x) {
  struct confirm *f = x->confirm;
  struct race race;
  for (int i = 0; i < RACES_A_RUN && confirm_may_go_on(f); i++) {
    confirm_run_schedule(f, &f->schedule, 0);
    if (!find_race(x, is_new_race, x, &race)) return;
    confirm_race(x, shm_event(f->shm), &race);
  }
}

/* Only runs that are somebody's: of an abandoned one nothing is known. What came before an
 * assumption failed did happen. */
static bool can_have_races(const struct race_search *x) {
  const struct trace *t = x->confirm->view.trace;
  bool is_whole = t->end == END_EXIT || t->end == END_BUG || t->end == END_ASSUME || t->end == END_LIMIT;
  return t->thread_count > 1 && is_whole;
}

static bool has_new_race(struct race_search *x) {
  struct race race;
  if (!can_have_races(x)) return false;
  uint64_t before = race_finder_overflows(x->finder);
  bool has = find_race(x, is_new_race, x, &race);
  if (race_finder_overflows(x->finder) > before)
    desk_note(x->confirm->desk, INCOMPLETE_TRACE_FULL, "too many threads and objects to look for races");
  return has;
}

static bool find_race_of_survivors(struct race_search *x, struct race *out) {
  const struct survivors *s = &x->survivors;
  return find_race_in(x, s->events.at, (uint32_t)s->events.count, is_new_race, x, out);
}

static void confirm_races_of_survivors(struct race_search *x) {
  struct confirm *f = x->confirm;
  struct race race;
  for (int i = 0; i < RACES_A_RUN && confirm_may_go_on(f); i++) {
    if (!find_race_of_survivors(x, &race)) return;
    const struct step_list *s = survivors_steps(&x->survivors, race.second);
    vec_clear(&f->schedule.runs);
    for (size_t k = 0; k < s->runs.count; k++) vec_push(&f->schedule.runs, s->runs.at[k]);
    confirm_race(x, x->survivors.events.at, &race);
  }
}

static bool has_new_race_of_survivors(struct race_search *x) {
  struct confirm *f = x->confirm;
  struct race race;
  if (!can_have_races(x) || !survivors_read(&x->survivors, f->view.trace, f->view.events)) return false;
  return find_race_of_survivors(x, &race);
}

/* ---- a run ---- */

static bool look(void *self, const struct view *v) {
  struct race_search *x = self;
  (void)v;
  x->is_in_run = has_new_race(x);
  x->is_in_survivors = has_new_race_of_survivors(x);
  return x->is_in_run || x->is_in_survivors;
}

static void confirm_found(void *self) {
  struct race_search *x = self;
  if (x->is_in_run) confirm_races(x);
  if (!x->is_in_survivors || !confirm_may_go_on(x->confirm)) return;
  confirm_put_plan(x->confirm);
  confirm_races_of_survivors(x);
}

const struct confirmer confirm_both_orders = {
    .open = open_races, .close = close_races, .look = look, .confirm = confirm_found};
