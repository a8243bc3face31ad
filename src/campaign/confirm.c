/* A run that shows something new is made again from an explicit plan (its whole schedule, so
 * that no policy or seed matters any more), in a fresh child. Then its schedule is minimised,
 * and the run that is reported is that of the minimised plan. How that goes depends on the
 * replay that proves the bug: confirm_end.c, confirm_livelock.c, confirm_race.c. */
#include "campaign/confirm_inside.h"
#include "detect/hints.h"
#include "campaign/minimise.h"
#include "campaign/ledger.h"

static const struct confirmer *const confirmers[PROOFS] = {[PROOF_SAME_END] = &confirm_same_end,
                                                           [PROOF_BOTH_ORDERS] = &confirm_both_orders,
                                                           [PROOF_FAIR_END] = &confirm_fair_end};

struct confirm *confirm_open(struct desk *desk, const struct campaign_options *o) {
  struct confirm *f = xcalloc(1, sizeof *f);
  f->desk = desk;
  f->options = o;
  f->target = desk->target;
  f->shm = target_shm(f->target);
  f->builder = path_builder_open();
  for (int i = 0; i < PLAN_STACKS; i++) f->shm->plan.stack_at[i] = UINT32_MAX;
  for (int i = 0; i < PROOFS; i++)
    if (o->kinds & proof_kinds(i)) f->search[i] = confirmers[i]->open(f);
  return f;
}

void confirm_close(struct confirm *f) {
  for (int i = 0; i < PROOFS; i++)
    if (f->search[i]) confirmers[i]->close(f->search[i]);
  path_builder_close(f->builder);
  vec_free(&f->path.decisions);
  vec_free(&f->input.bytes);
  free(f->original);
  vec_free(&f->schedule.runs);
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

/* Which of them have found something in the run: a bit for each. */
static uint32_t look(struct confirm *f, const struct view *v) {
  uint32_t found = 0;
  for (int i = 0; i < PROOFS; i++) {
    if (!f->search[i] || (found && confirmers[i]->is_last_resort)) continue;
    if (confirmers[i]->look(f->search[i], v)) found |= 1u << i;
  }
  return found;
}

bool confirm_run(struct confirm *f, const struct view *v, uint32_t degree) {
  const struct trace *t = v->trace;
  f->view = *v;
  f->degree = degree;
  f->runs++;
  hints_follow(f->desk->hints, t, v->events);
  uint32_t found = look(f, v);
  if (!found) return false;
  schedule_read(t, v->events, &f->schedule);
  if (!v->is_in_place) target_recall(f->target);
  confirm_keep_plan(f);
  for (int i = 0; i < PROOFS; i++) {
    if (!(found >> i & 1)) continue;
    confirm_put_plan(f);
    confirmers[i]->confirm(f->search[i]);
  }
  confirm_put_plan(f);
  return true;
}
