/* A run that shows something new is made again from an explicit plan (its whole schedule, so that no policy or seed
 * matters any more), in a fresh child. Then its schedule is minimised, and the run that is reported is that of the
 * minimised plan. How that goes for each sort of bug: confirm_end.c, confirm_livelock.c, confirm_race.c. */
#include "campaign/confirm_inside.h"
#include "detect/hints.h"
#include "campaign/minimise.h"
#include "campaign/ledger.h"

struct confirm *confirm_open(struct desk *desk, const struct campaign_options *o) {
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
  vec_free(&f->path.decisions);
  vec_free(&f->input.bytes);
  free(f->original);
  vec_free(&f->schedule.runs);
  vec_free(&f->reversed.runs);
  survivors_free(&f->survivors);
  race_pairs_close(f->pairs);
  free(f);
}

/* ---- plans ---- */

void confirm_keep_plan(struct confirm *f) {
  free(f->original);
  f->original = xmalloc(plan_packed_size(&f->shm->plan));
  plan_pack(&f->shm->plan, f->original);
}

void confirm_put_plan(struct confirm *f) { plan_unpack(f->original, &f->shm->plan); }

const struct trace *confirm_run_plan(struct confirm *f, enum plan_mode mode, uint32_t flags) {
  f->shm->plan.mode = mode;
  bool keeps = f->options->chosen->keeps_degree; /* a replay covers what is of another degree */
  f->shm->plan.flags = flags | PLAN_WAITING | PLAN_SEEN | (keeps ? PLAN_UNCOUNTED : 0);
  f->desk->tally.confirmations++;
  target_run(f->target);
  f->view = target_view(f->target);
  return f->view.trace;
}

const struct trace *confirm_run_schedule(struct confirm *f, const struct schedule *s, uint32_t flags) {
  if (!plan_set_schedule(&f->shm->plan, s->runs.at, s->runs.count)) confirm_put_plan(f);
  return confirm_run_plan(f, PLAN_FORK, flags);
}

/* ---- the run as reports want it ---- */

struct run confirm_read_run(struct confirm *f) {
  input_of_view(&f->view, &f->input);
  path_read_all(f->builder, f->view.events, f->view.trace->event_count, f->view.trace->ghost_count, &f->path);
  return run_of_view(&f->view, &f->path, &f->input);
}

size_t confirm_find_bug(const struct campaign *c, const struct bug *bug) {
  for (size_t i = 0; i < c->bugs.count; i++)
    if (bug_is_same(&c->bugs.at[i], bug)) return i + 1;
  return 0;
}

bool confirm_report(struct confirm *f, struct bug *bug, uint32_t degree, size_t *index) {
  struct run run = confirm_read_run(f);
  struct campaign *c = desk_enter(f->desk);
  size_t known = confirm_find_bug(c, bug);
  if (known) {
    bug_free(bug);
  } else {
    bug->execution = c->executions;
    bug->interferences = degree;
    ledger_bug(c, bug, &run);
  }
  *index = known ? known - 1 : c->bugs.count - 1;
  desk_leave(f->desk);
  return !known;
}

void confirm_note_unconfirmed(struct confirm *f, bool was_killed) {
  if (target_is_stopped(f->target)) return; /* the replay was cut short */
  if (was_killed) {
    desk_note(f->desk, INCOMPLETE_LOST, "a run was killed at --run-timeout; replayed, it ended in time");
    return;
  }
  desk_note(f->desk, INCOMPLETE_DIVERGENCE, "a bug seen once did not happen again when replayed");
  f->desk->tally.diverged++;
}

/* ---- a run ---- */

bool confirm_may_go_on(const struct confirm *f) {
  return !target_is_stopped(f->target) && (f->options->keep_going || !desk_bug_count(f->desk));
}

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
  bool is_known = ledger_knows_trace(desk_enter(f->desk), t, f->degree);
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
  bool has_race = confirm_has_new_race(f), has_survivors_race = confirm_has_new_race_of_survivors(f);
  if (!has_end && !has_race && !has_survivors_race) return confirm_look_for_livelock(f, v);
  schedule_read(t, v->events, &f->schedule);
  if (!v->is_in_place) target_recall(f->target);
  confirm_keep_plan(f);
  if (has_end) confirm_end(f);
  if (has_race && confirm_may_go_on(f)) {
    confirm_put_plan(f);
    confirm_races(f);
  }
  if (has_survivors_race && confirm_may_go_on(f)) {
    confirm_put_plan(f);
    confirm_races_of_survivors(f);
  }
  confirm_put_plan(f);
  return true;
}
