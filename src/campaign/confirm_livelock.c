/* Livelocks: a run made again with a fair end (campaign/probe.h) goes round for ever. */
#include "campaign/confirm_inside.h"

static bool shows_livelock(const struct confirm *f) {
  const struct trace *t = &f->shm->trace;
  return t->end == END_BUG && t->kind == BUG_LIVELOCK;
}

/* Less of what comes before the fair part, if it repeats all the same. The plan in the mapping is the best one afterwards. */
static void shorten_prefix(struct confirm *f, struct end_test *t) {
  uint32_t whole = f->shm->plan.run_count;
  for (uint32_t n = 0; n < whole && !target_is_stopped(f->target); n = n ? 2 * n : 1) {
    f->shm->plan.run_count = n;
    confirm_run_plan(f, PLAN_IN_PROCESS, PLAN_UNCOUNTED);
    if (end_is_alike(t)) return;
  }
  f->shm->plan.run_count = whole;
}

/* The run in the mapping goes round for ever. */
static void confirm_livelock(struct confirm *f) {
  struct end_test t = {f, bug_fingerprint(&f->shm->trace, f->shm), UINT32_MAX, BUG_LIVELOCK, 0};
  struct bug bug;
  size_t index;
  desk_note(f->desk, INCOMPLETE_MAX_STEPS, "threads repeat the same steps for ever");
  if (end_is_known(f)) return;
  f->shm->plan.depth = 1; /* the round is to be shown from its beginning */
  shorten_prefix(f, &t);
  confirm_run_plan(f, PLAN_FORK, PLAN_ENABLED);
  if (!end_is_alike(&t) || !end_read_bug(f, &bug))
    confirm_note_unconfirmed(f, false);
  else if (!confirm_report(f, &bug, INTERFERENCES_UNKNOWN, &index))
    tally_bug(&f->desk->tally, index);
}

bool confirm_look_for_livelock(struct confirm *f, const struct view *v) {
  bool is_wanted = f->options->kinds & BUG_BIT(BUG_LIVELOCK);
  uint32_t due = is_wanted ? probe_due(&f->probe, v->trace) : 0, steps = v->trace->step_count;
  if (!due) return false;
  schedule_read(v->trace, v->events, &f->schedule);
  if (!v->is_in_place) target_recall(f->target);
  confirm_keep_plan(f);
  for (; due && !target_is_stopped(f->target); due--) {
    confirm_put_plan(f);
    probe_plan(&f->probe, &f->shm->plan, &f->schedule, steps);
    confirm_run_plan(f, PLAN_IN_PROCESS, PLAN_UNCOUNTED);
    if (shows_livelock(f)) break;
  }
  if (due && shows_livelock(f)) confirm_livelock(f);
  confirm_put_plan(f);
  return true;
}
