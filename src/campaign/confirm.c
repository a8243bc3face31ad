/* A run that shows something new is made again from an explicit plan (its whole schedule, so that no policy or seed
 * matters any more), in a fresh child. Then its schedule is minimised, and the run that is reported is that of the
 * minimised plan. A race must in addition be turned round: a second schedule, at access granularity, carries out the
 * two accesses in the other order. A race that depends on a third access between its two cannot be turned round in
 * this run, which the run itself tells; the pair may still be shown by another one. If a replay fails that should
 * not, the pair is tried again, less and less often.
 *
 * Behind the end of a run that one thread's failure ended may lie what the others would have done (its ghosts):
 * races among that are looked for in the run without the failure (detect/survivors.h), which is then made. */
#include "campaign/confirm.h"
#include "campaign/crew.h"
#include "campaign/minimise.h"
#include "campaign/probe.h"
#include "campaign/race_pairs.h"
#include "detect/hints.h"
#include "detect/race_bug.h"
#include "detect/reverse.h"
#include "detect/survivors.h"
#include "detect/bug_scenario.h"
#include "report/report.h"
#include <string.h>

#define TRIES 200     /* replays for minimising */
#define TRIES_LOST 20 /* when each of them costs a process */
#define RACES_A_RUN 64
#define DISCOVERIES 4  /* replays, each with what the one before found to be shared */
#define EAGER_TRIES 16 /* attempts to turn a pair round before it is tried less often */

struct confirm {
  struct desk *desk;
  const struct options *options;
  struct target *target;
  struct shm *shm;
  struct race_finder *finder; /* NULL: races are no bugs */
  uint64_t runs;              /* looked at */
  uint32_t degree;            /* that the strategy knows for the run; INTERFERENCES_UNKNOWN */
  struct race_pairs *pairs;
  struct reverser *reverser;
  struct step_list reversed;
  struct path_builder *builder;
  struct path path;
  struct input input;
  struct view view; /* of the run that is looked at */
  struct packed_plan *original;
  struct schedule schedule; /* of the run that was to be confirmed */
  struct survivors survivors;
  struct probe probe;
};

struct confirm *confirm_open(struct desk *desk, const struct options *o) {
  struct confirm *f = xcalloc(1, sizeof *f);
  f->desk = desk;
  f->options = o;
  f->target = desk->target;
  f->shm = target_shm(f->target);
  f->finder = o->kinds & BUG_BIT(BUG_RACE) ? race_finder_open() : NULL;
  f->builder = path_builder_open();
  f->reverser = reverser_open();
  f->pairs = race_pairs_open(f->shm);
  for (int i = 0; i < PLAN_STACKS; i++) f->shm->plan.stack_at[i] = UINT32_MAX;
  return f;
}

void confirm_close(struct confirm *f) {
  race_finder_close(f->finder);
  path_builder_close(f->builder);
  reverser_close(f->reverser);
  vec_free(&f->path.steps);
  vec_free(&f->input.bytes);
  free(f->original);
  vec_free(&f->schedule.runs);
  vec_free(&f->reversed.runs);
  survivors_free(&f->survivors);
  race_pairs_close(f->pairs);
  free(f);
}

/* ---- plans ---- */

static void keep_plan(struct confirm *f) {
  free(f->original);
  f->original = xmalloc(plan_packed_size(&f->shm->plan));
  plan_pack(&f->shm->plan, f->original);
}

static void put_plan(struct confirm *f) { plan_unpack(f->original, &f->shm->plan); }

static const struct trace *run_plan(struct confirm *f, enum plan_mode mode, uint32_t flags) {
  f->shm->plan.mode = mode;
  bool keeps = f->options->chosen->keeps_degree; /* a replay covers what is of another degree */
  f->shm->plan.flags = flags | PLAN_WAITING | PLAN_SEEN | (keeps ? PLAN_UNCOUNTED : 0);
  f->desk->tally.confirmations++;
  target_run(f->target);
  f->view = target_view(f->target);
  return f->view.trace;
}

/* The schedule from its first to its last step. */
static const struct trace *run_schedule(struct confirm *f, const struct schedule *s, uint32_t flags) {
  if (!plan_set_schedule(&f->shm->plan, s->runs.at, s->runs.count)) put_plan(f);
  return run_plan(f, PLAN_FORK, flags);
}

/* ---- the run as reports want it ---- */

static struct run read_run(struct confirm *f) {
  input_of_view(&f->view, &f->input);
  path_read_all(f->builder, f->view.events, f->view.trace->event_count, f->view.trace->ghost_count, &f->path);
  return run_of_view(&f->view, &f->path, &f->input);
}

/* 1 + its index; 0: there is none like it. */
static size_t find_bug(const struct campaign *c, const struct bug *bug) {
  for (size_t i = 0; i < c->bugs.count; i++)
    if (bug_is_same(&c->bugs.at[i], bug)) return i + 1;
  return 0;
}

/* False: somebody else has reported it meanwhile. `degree`: for strategies that keep it. *index: of the bug. */
static bool report(struct confirm *f, struct bug *bug, uint32_t degree, size_t *index) {
  struct run run = read_run(f);
  struct campaign *c = desk_enter(f->desk);
  size_t known = find_bug(c, bug);
  if (known) {
    bug_free(bug);
  } else {
    bug->execution = c->executions;
    bug->interferences = degree;
    report_bug(c, bug, &run);
  }
  *index = known ? known - 1 : c->bugs.count - 1;
  desk_leave(f->desk);
  return !known;
}

/* ---- bugs by the end of the run ---- */

struct end_test {
  struct confirm *confirm;
  uint64_t fingerprint;
  uint32_t degree;       /* interferences there may be; UINT32_MAX: as many as like */
  uint32_t kind, thread; /* of the run that is to be made again */
};

static uint32_t degree_of_end(const struct shm *s) {
  struct bug shown = {.kind = s->trace.kind};
  return bug_degree(s, &shown);
}

static bool ends_alike(void *context) {
  const struct end_test *t = context;
  const struct shm *s = t->confirm->shm;
  if (bug_fingerprint(&s->trace, s) != t->fingerprint) return false;
  return t->degree == UINT32_MAX || degree_of_end(s) <= t->degree;
}

static void note_unconfirmed(struct confirm *f, bool was_killed) {
  if (target_is_stopped(f->target)) return; /* the replay was cut short */
  if (was_killed) {
    desk_note(f->desk, INCOMPLETE_LOST, "a run was killed at --run-timeout; replayed, it ended in time");
    return;
  }
  desk_note(f->desk, INCOMPLETE_DIVERGENCE, "a bug seen once did not happen again when replayed");
  f->desk->tally.diverged++;
}

/* Does it depend on decisions alone? Such bugs are looked for degree by degree; others are found when a run comes along. */
static bool is_sought(const struct confirm *f, const struct bug *bug) {
  if (f->shm->trace.thread_count < 2) return false;
  switch (bug->kind) {
  case BUG_ASSERT:
  case BUG_REACH_ERROR:
  case BUG_ABORT:
  case BUG_NULL_DEREF:
  case BUG_DIV_BY_ZERO: return true;
  default: return false;
  }
}

static bool bug_from_run(struct confirm *f, struct bug *bug) {
  const struct campaign *c = desk_enter(f->desk);
  bool is_one = bug_from_trace(&f->shm->trace, f->shm, c->symbols, f->options->kinds, bug);
  desk_leave(f->desk);
  return is_one;
}

/* The plan as it was given, once more; true if it ends the same way at the same place. */
static bool original_ends_alike(struct confirm *f, struct end_test *t) {
  put_plan(f);
  run_plan(f, PLAN_FORK, 0);
  return ends_alike(t);
}

/* A run that finds objects to be shared does not tell of its accesses to them. The same run with these visible is the better
 * one to report, if it can be had: its steps are others, so the plan must have left the schedule to its policy. */
static bool run_with_discovered(struct confirm *f, struct end_test *t) {
  for (int i = 0; i < DISCOVERIES; i++) {
    put_plan(f);
    f->shm->plan.visible_count = shm_tables(f->shm)->visible_count;
    run_plan(f, PLAN_FORK, PLAN_ENABLED);
    if (!ends_alike(t)) break;
    if (!f->view.trace->discovered) return true;
  }
  put_plan(f);
  return false;
}

/* With reads as variables the program may come to the same place by way of another copy of the code. */
static void accept_other_copy(struct confirm *f, struct end_test *t) {
  const struct trace *replayed = &f->shm->trace;
  bool is_alike = replayed->end == END_BUG && replayed->kind == t->kind && replayed->thread == t->thread;
  if (is_alike && f->options->chosen->keeps_degree) t->fingerprint = bug_fingerprint(replayed, f->shm);
}

/* True if the run the mapping then holds is one to report. */
static bool confirm_threaded(struct confirm *f, struct end_test *t) {
  uint32_t tries = f->shm->trace.end == END_LOST ? TRIES_LOST : TRIES;
  struct schedule smaller = {0}, whole = {0};
  run_schedule(f, &f->schedule, PLAN_ENABLED);
  accept_other_copy(f, t);
  if (!ends_alike(t)) return original_ends_alike(f, t);
  if (f->view.trace->discovered && !run_with_discovered(f, t)) run_schedule(f, &f->schedule, PLAN_ENABLED);
  schedule_read(f->view.trace, f->view.events, &whole);
  schedule_read(f->view.trace, f->view.events, &smaller);
  if (f->options->chosen->keeps_degree) t->degree = degree_of_end(f->shm);
  f->desk->tally.confirmations += minimise_schedule(f->target, &smaller, ends_alike, t, tries);
  run_schedule(f, &smaller, PLAN_ENABLED);
  bool is_alike = ends_alike(t);
  if (!is_alike) run_schedule(f, &whole, PLAN_ENABLED);
  vec_free(&smaller.runs);
  vec_free(&whole.runs);
  return is_alike || ends_alike(t);
}

static bool is_confirmed(struct confirm *f, struct end_test *t) {
  bool is_threaded = f->shm->trace.thread_count > 1 && !f->shm->trace.was_killed;
  return is_threaded ? confirm_threaded(f, t) : original_ends_alike(f, t);
}

static bool knows_end(struct confirm *f) {
  struct bug bug;
  if (!bug_from_run(f, &bug)) return true;
  bool is_known = report_knows_bug(desk_enter(f->desk), &bug, &f->shm->trace, f->degree);
  desk_leave(f->desk);
  bug_free(&bug);
  return is_known;
}

static void confirm_end(struct confirm *f) {
  struct end_test t = {f, bug_fingerprint(&f->shm->trace, f->shm), UINT32_MAX, f->shm->trace.kind,
                       f->shm->trace.thread};
  bool was_killed = f->shm->trace.was_killed;
  struct bug bug;
  size_t index;
  if (knows_end(f)) return;
  if (!is_confirmed(f, &t) || !bug_from_run(f, &bug))
    note_unconfirmed(f, was_killed);
  else if (!report(f, &bug, is_sought(f, &bug) ? f->degree : INTERFERENCES_UNKNOWN, &index))
    tally_bug(&f->desk->tally, index);
}

/* ---- livelocks ---- */

static bool shows_livelock(const struct confirm *f) {
  const struct trace *t = &f->shm->trace;
  return t->end == END_BUG && t->kind == BUG_LIVELOCK;
}

/* Less of what comes before the fair part, if it repeats all the same. The plan in the mapping is the best one afterwards. */
static void shorten_prefix(struct confirm *f, struct end_test *t) {
  uint32_t whole = f->shm->plan.run_count;
  for (uint32_t n = 0; n < whole && !target_is_stopped(f->target); n = n ? 2 * n : 1) {
    f->shm->plan.run_count = n;
    run_plan(f, PLAN_IN_PROCESS, PLAN_UNCOUNTED);
    if (ends_alike(t)) return;
  }
  f->shm->plan.run_count = whole;
}

/* The run in the mapping goes round for ever. */
static void confirm_livelock(struct confirm *f) {
  struct end_test t = {f, bug_fingerprint(&f->shm->trace, f->shm), UINT32_MAX, BUG_LIVELOCK, 0};
  struct bug bug;
  size_t index;
  desk_note(f->desk, INCOMPLETE_MAX_STEPS, "threads repeat the same steps for ever");
  if (knows_end(f)) return;
  f->shm->plan.depth = 1; /* the round is to be shown from its beginning */
  shorten_prefix(f, &t);
  run_plan(f, PLAN_FORK, PLAN_ENABLED);
  if (!ends_alike(&t) || !bug_from_run(f, &bug))
    note_unconfirmed(f, false);
  else if (!report(f, &bug, INTERFERENCES_UNKNOWN, &index))
    tally_bug(&f->desk->tally, index);
}

/* True if there were replays. */
static bool look_for_livelock(struct confirm *f, const struct view *v) {
  bool is_wanted = f->options->kinds & BUG_BIT(BUG_LIVELOCK);
  uint32_t due = is_wanted ? probe_due(&f->probe, v->trace) : 0, steps = v->trace->step_count;
  if (!due) return false;
  schedule_read(v->trace, v->events, &f->schedule);
  if (!v->is_in_place) target_recall(f->target);
  keep_plan(f);
  for (; due && !target_is_stopped(f->target); due--) {
    put_plan(f);
    probe_plan(&f->probe, &f->shm->plan, &f->schedule, steps);
    run_plan(f, PLAN_IN_PROCESS, PLAN_UNCOUNTED);
    if (shows_livelock(f)) break;
  }
  if (due && shows_livelock(f)) confirm_livelock(f);
  put_plan(f);
  return true;
}

/* ---- pairs of sites ---- */

static void pair_failed(struct confirm *f, struct race_pair *p) {
  f->desk->tally.races_unturned++;
  p->failed_run = f->runs;
  if (++p->failed > EAGER_TRIES) p->next_try = 2 * p->seen;
}

/* Seen, but not such that it could be turned round. */
static void pair_unturned(struct confirm *f, struct race_pair *p) {
  if (p->last_run == f->runs) return;
  p->last_run = f->runs;
  f->desk->tally.races_unturned++;
}

static void count_again(struct confirm *f, struct race_pair *p) {
  if (p->last_run == f->runs) return;
  p->last_run = f->runs;
  tally_bug(&f->desk->tally, p->bug - 1);
}

/* ---- races ---- */

/* Is this one new, and does it look as if it could be turned round? Asked for every race of every run. */
static bool is_new_race(void *context, const struct event *events, const struct race *r) {
  struct confirm *f = context;
  const struct event *a = &events[r->first], *b = &events[r->second];
  if (race_pair_is_settled(f->pairs, a, b, f->runs)) return false;
  struct race_pair *p = race_pair_of(f->pairs, a, b);
  if (p->bug || p->failed_run == f->runs) {
    if (p->bug) count_again(f, p);
    race_pair_settle(f->pairs, a, b, f->runs);
    return false;
  }
  if (++p->seen < p->next_try) return false;
  if (reverser_steps(f->reverser, r, &f->reversed)) return true;
  pair_unturned(f, p);
  return false;
}

static bool find_race_in(struct confirm *f, const struct event *events, uint32_t count, race_wanted *wanted,
                         void *context, struct race *out) {
  uint32_t threads = f->view.trace->thread_count;
  reverser_begin(f->reverser, events, count, threads);
  return race_find(f->finder, events, count, threads, wanted, context, out);
}

static bool find_race(struct confirm *f, race_wanted *wanted, void *context, struct race *out) {
  return find_race_in(f, f->view.events, f->view.trace->event_count, wanted, context, out);
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
  return one == UINT32_MAX ? t->end == END_BUG || t->end == END_ASSUME : two < one;
}

struct race_test {
  struct confirm *confirm;
  uint64_t key; /* of the pair */
  struct race race;
};

static bool is_same_pair(void *context, const struct event *events, const struct race *r) {
  const struct race_test *t = context;
  const struct shm *s = t->confirm->shm;
  if (race_pair_key(s, &events[r->first], &events[r->second]) != t->key) return false;
  return reverser_steps(t->confirm->reverser, r, &t->confirm->reversed);
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
  if (is_there) {
    *bug = race_bug(f->shm, desk_enter(f->desk)->symbols, &t->race);
    desk_leave(f->desk);
  }
  plan->stack_at[0] = plan->stack_at[1] = UINT32_MAX;
  if (!is_there) return false;
  bug->reversed = xmalloc(f->reversed.runs.count * sizeof *bug->reversed);
  bug->reversed_count = (uint32_t)f->reversed.runs.count;
  memcpy(bug->reversed, f->reversed.runs.at, f->reversed.runs.count * sizeof *bug->reversed);
  return true;
}

static void save_reversed(struct confirm *f, size_t index) {
  struct bug bug = desk_enter(f->desk)->bugs.at[index];
  desk_leave(f->desk);
  if (!run_reversed(f, bug.reversed, bug.reversed_count)) return;
  struct run run = read_run(f);
  report_reversed(desk_enter(f->desk), index, &run);
  desk_leave(f->desk);
}

/* *bug is the race as the run showed it that is in the mapping. As `report`. */
static bool report_smaller(struct confirm *f, struct race_test *t, struct bug *bug, size_t *index) {
  struct schedule smaller = {0};
  struct bug better;
  schedule_read(f->view.trace, f->view.events, &smaller);
  f->desk->tally.confirmations += minimise_schedule(f->target, &smaller, races_alike, t, TRIES);
  if (confirm_schedule(f, &smaller, t, &better)) {
    bug_free(bug);
    *bug = better;
  } else
    run_schedule(f, &f->schedule, PLAN_ENABLED);
  vec_free(&smaller.runs);
  if (!report(f, bug, INTERFERENCES_UNKNOWN, index)) return false;
  save_reversed(f, *index);
  return true;
}

/* Is it one that was reported? */
static bool knows_race(struct confirm *f, struct bug *bug, size_t *index) {
  size_t known = find_bug(desk_enter(f->desk), bug);
  desk_leave(f->desk);
  *index = known - 1;
  if (known) bug_free(bug);
  return known;
}

/* A race among these events, which f->schedule brings about. */
static void confirm_race(struct confirm *f, const struct event *events, const struct race *r) {
  struct event first = events[r->first], second = events[r->second];
  struct race_test t = {f, race_pair_key(f->shm, &first, &second), *r};
  struct bug bug;
  if (!confirm_schedule(f, &f->schedule, &t, &bug)) {
    pair_failed(f, race_pair_of(f->pairs, &first, &second));
    return;
  }
  size_t index;
  bool is_new = !knows_race(f, &bug, &index) && report_smaller(f, &t, &bug, &index);
  struct race_pair *p = race_pair_of(f->pairs, &first, &second);
  p->bug = index + 1;
  p->last_run = is_new ? f->runs : 0;
  if (!is_new) count_again(f, p);
}

static bool may_go_on(const struct confirm *f) {
  return !target_is_stopped(f->target) && (f->options->keep_going || !desk_bug_count(f->desk));
}

/* One after the other: each is known once it is reported, and the next one found in the same run made again. */
static void confirm_races(struct confirm *f) {
  struct race race;
  for (int i = 0; i < RACES_A_RUN && may_go_on(f); i++) {
    run_schedule(f, &f->schedule, 0);
    if (!find_race(f, is_new_race, f, &race)) return;
    confirm_race(f, shm_event(f->shm), &race);
  }
}

/* Only runs that are somebody's: of an abandoned one nothing is known. What came before an assumption failed did
 * happen. */
static bool can_have_races(const struct confirm *f) {
  const struct trace *t = f->view.trace;
  bool is_whole = t->end == END_EXIT || t->end == END_BUG || t->end == END_ASSUME || t->end == END_LIMIT;
  return f->finder && t->thread_count > 1 && is_whole;
}

static bool has_new_race(struct confirm *f) {
  struct race race;
  if (!can_have_races(f)) return false;
  uint64_t before = race_finder_overflows(f->finder);
  bool has = find_race(f, is_new_race, f, &race);
  if (race_finder_overflows(f->finder) > before)
    desk_note(f->desk, INCOMPLETE_TRACE_FULL, "too many threads and objects to look for races");
  return has;
}

static bool find_race_of_survivors(struct confirm *f, struct race *out) {
  const struct survivors *s = &f->survivors;
  return find_race_in(f, s->events.at, (uint32_t)s->events.count, is_new_race, f, out);
}

static void confirm_races_of_survivors(struct confirm *f) {
  struct race race;
  for (int i = 0; i < RACES_A_RUN && may_go_on(f); i++) {
    if (!find_race_of_survivors(f, &race)) return;
    const struct step_list *s = survivors_steps(&f->survivors, race.second);
    vec_clear(&f->schedule.runs);
    for (size_t k = 0; k < s->runs.count; k++) vec_push(&f->schedule.runs, s->runs.at[k]);
    confirm_race(f, f->survivors.events.at, &race);
  }
}

/* Among what the run would have shown but for its failure. */
static bool has_new_race_of_survivors(struct confirm *f) {
  struct race race;
  if (!can_have_races(f) || !survivors_read(&f->survivors, f->view.trace, f->view.events)) return false;
  return find_race_of_survivors(f, &race);
}

/* ---- a run ---- */

/* A waiting loop knows only of the visible memory it reads. In a run that found more to be visible, it may wait for
 * what has happened already; the runs with the larger set will tell. */
static bool is_doubtful(const struct view *v) {
  const struct trace *t = v->trace;
  if (!t->discovered || t->end != END_BUG || t->kind != BUG_DEADLOCK) return false;
  for (uint32_t i = 0; i < t->waiting_count; i++)
    if (v->waiting[i].kind == EV_SPIN) return true;
  return false;
}

static bool knows_trace(struct confirm *f, const struct trace *t) {
  bool is_known = report_knows_trace(desk_enter(f->desk), t, f->degree);
  desk_leave(f->desk);
  return is_known;
}

bool confirm_run(struct confirm *f, const struct view *v, uint32_t degree) {
  const struct trace *t = v->trace;
  f->view = *v;
  f->degree = degree;
  f->runs++;
  hints_follow(f->desk->hints, t, v->events);
  bool has_end = bug_is_shown(t, f->options->kinds) && !is_doubtful(v) && !knows_trace(f, t);
  bool has_race = has_new_race(f), has_survivors_race = has_new_race_of_survivors(f);
  if (!has_end && !has_race && !has_survivors_race) return look_for_livelock(f, v);
  schedule_read(t, v->events, &f->schedule);
  if (!v->is_in_place) target_recall(f->target);
  keep_plan(f);
  if (has_end) confirm_end(f);
  if (has_race && may_go_on(f)) {
    put_plan(f);
    confirm_races(f);
  }
  if (has_survivors_race && may_go_on(f)) {
    put_plan(f);
    confirm_races_of_survivors(f);
  }
  put_plan(f);
  return true;
}
