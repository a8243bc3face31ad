/* Livelocks: a run made again with a fair end (campaign/probe.h) goes round for ever. */
#include "campaign/confirm_inside.h"
#include "campaign/probe.h"
#include "detect/detector.h"

struct livelock_search {
  struct confirm *confirm;
  struct probe probe;
  uint32_t due, steps; /* probes that the run looked at last is to have; its steps */
};

static bool shows_livelock(const struct confirm *f) {
  const struct trace *t = &f->shm->trace;
  return t->end == END_BUG && proof_kinds(PROOF_FAIR_END) >> t->kind & 1;
}

/* Less of what comes before the fair part, if it repeats all the same. The plan in the mapping
 * is the best one afterwards. */
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
  struct end_test t = {f, bug_fingerprint(&f->shm->trace, f->shm), UINT32_MAX, f->shm->trace.kind, 0};
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

static void *open_livelocks(struct confirm *f) {
  struct livelock_search *x = xcalloc(1, sizeof *x);
  x->confirm = f;
  return x;
}

static bool look(void *self, const struct view *v) {
  struct livelock_search *x = self;
  x->due = probe_due(&x->probe, v->trace);
  x->steps = v->trace->step_count;
  return x->due;
}

static void probe(void *self) {
  struct livelock_search *x = self;
  struct confirm *f = x->confirm;
  for (; x->due && !target_is_stopped(f->target); x->due--) {
    confirm_put_plan(f);
    probe_plan(&x->probe, &f->shm->plan, &f->schedule, x->steps);
    confirm_run_plan(f, PLAN_IN_PROCESS, PLAN_UNCOUNTED);
    if (shows_livelock(f)) break;
  }
  if (x->due && shows_livelock(f)) confirm_livelock(f);
}

const struct confirmer confirm_fair_end = {
    .is_last_resort = true, .open = open_livelocks, .close = free, .look = look, .confirm = probe};
