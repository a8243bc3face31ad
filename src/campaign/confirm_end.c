/* Bugs that end a run: an assertion, a crash, a deadlock. The run is made again from an explicit
 * plan, its schedule is minimised, and the run that is reported is that of the minimised
 * schedule. */
#include "campaign/confirm_inside.h"
#include "campaign/minimise.h"
#include "detect/bug_scenario.h"
#include "campaign/ledger.h"
#include "detect/detector.h"

#define TRIES 200     /* replays for minimising */
#define TRIES_LOST 20 /* when each of them costs a process */
#define DISCOVERIES 4 /* replays, each with what the one before found to be shared */

static uint32_t degree_of_end(const struct shm *s) {
  struct bug shown = {.kind = s->trace.kind};
  return bug_degree(s, &shown);
}

bool end_is_alike(void *context) {
  const struct end_test *t = context;
  const struct shm *s = t->confirm->shm;
  if (bug_fingerprint(&s->trace, s) != t->fingerprint) return false;
  return t->degree == UINT32_MAX || degree_of_end(s) <= t->degree;
}

/* Does it depend on decisions alone? Such bugs are looked for degree by degree; others are found
 * when a run comes along. */
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

bool end_read_bug(struct confirm *f, struct bug *bug) {
  const struct campaign *c = desk_enter(f->desk);
  bool is_one = bug_from_trace(&f->shm->trace, f->shm, c->symbols, f->options->kinds, bug);
  desk_leave(f->desk);
  return is_one;
}

/* The plan as it was given, once more; true if it ends the same way at the same place. */
static bool original_ends_alike(struct confirm *f, struct end_test *t) {
  confirm_put_plan(f);
  confirm_run_plan(f, PLAN_FORK, 0);
  return end_is_alike(t);
}

/* A run that finds objects to be shared does not tell of its accesses to them. The same run with
 * these visible is the better one to report, if it can be had: its steps are others, so the plan
 * must have left the schedule to its policy. */
static bool run_with_discovered(struct confirm *f, struct end_test *t) {
  for (int i = 0; i < DISCOVERIES; i++) {
    confirm_put_plan(f);
    f->shm->plan.visible_count = shm_tables(f->shm)->visible_count;
    confirm_run_plan(f, PLAN_FORK, PLAN_ENABLED);
    if (!end_is_alike(t)) break;
    if (!f->view.trace->discovered) return true;
  }
  confirm_put_plan(f);
  return false;
}

/* With reads as variables the program may come to the same place by way of another copy of the
 * code. */
static void accept_other_copy(struct confirm *f, struct end_test *t) {
  const struct trace *replayed = &f->shm->trace;
  bool is_alike = replayed->end == END_BUG && replayed->kind == t->kind && replayed->thread == t->thread;
  if (is_alike && f->options->chosen->keeps_degree) t->fingerprint = bug_fingerprint(replayed, f->shm);
}

/* True if the run the mapping then holds is one to report. */
static bool confirm_threaded(struct confirm *f, struct end_test *t) {
  uint32_t tries = f->shm->trace.end == END_LOST ? TRIES_LOST : TRIES;
  struct schedule smaller = {0}, whole = {0};
  confirm_run_schedule(f, &f->schedule, PLAN_ENABLED);
  accept_other_copy(f, t);
  if (!end_is_alike(t)) return original_ends_alike(f, t);
  if (f->view.trace->discovered && !run_with_discovered(f, t))
    confirm_run_schedule(f, &f->schedule, PLAN_ENABLED);
  schedule_read(f->view.trace, f->view.events, &whole);
  schedule_read(f->view.trace, f->view.events, &smaller);
  if (f->options->chosen->keeps_degree) t->degree = degree_of_end(f->shm);
  f->desk->tally.confirmations += minimise_schedule(f->target, &smaller, end_is_alike, t, tries);
  confirm_run_schedule(f, &smaller, PLAN_ENABLED);
  bool is_alike = end_is_alike(t);
  if (!is_alike) confirm_run_schedule(f, &whole, PLAN_ENABLED);
  vec_free(&smaller.runs);
  vec_free(&whole.runs);
  return is_alike || end_is_alike(t);
}

static bool is_confirmed(struct confirm *f, struct end_test *t) {
  bool is_threaded = f->shm->trace.thread_count > 1 && !f->shm->trace.was_killed;
  return is_threaded ? confirm_threaded(f, t) : original_ends_alike(f, t);
}

bool end_is_known(struct confirm *f) {
  struct bug bug;
  if (!end_read_bug(f, &bug)) return true;
  bool is_known = ledger_knows_bug(desk_enter(f->desk), &bug, &f->shm->trace, f->degree);
  desk_leave(f->desk);
  bug_free(&bug);
  return is_known;
}

static bool is_doubtful(const struct view *v) {
  const struct trace *t = v->trace;
  const struct detector *d = detector_of(t->kind);
  return t->end == END_BUG && d->is_doubtful && d->is_doubtful(t, v->waiting);
}

static bool knows_trace(struct confirm *f, const struct trace *t) {
  bool is_known = ledger_knows_trace(desk_enter(f->desk), t, f->degree);
  desk_leave(f->desk);
  return is_known;
}

static void *open_end(struct confirm *f) { return f; }
static void close_end(void *f) { (void)f; }

static bool look(void *self, const struct view *v) {
  struct confirm *f = self;
  return bug_is_shown(v->trace, f->options->kinds) && !is_doubtful(v) && !knows_trace(f, v->trace);
}

static void confirm_end(void *self) {
  struct confirm *f = self;
  struct end_test t = {f, bug_fingerprint(&f->shm->trace, f->shm), UINT32_MAX, f->shm->trace.kind,
                       f->shm->trace.thread};
  bool was_killed = f->shm->trace.was_killed;
  struct bug bug;
  size_t index;
  if (end_is_known(f)) return;
  if (!is_confirmed(f, &t) || !end_read_bug(f, &bug))
    confirm_note_unconfirmed(f, was_killed);
  else if (!confirm_report(f, &bug, is_sought(f, &bug) ? f->degree : INTERFERENCES_UNKNOWN, &index))
    tally_bug(&f->desk->tally, index);
}

const struct confirmer confirm_same_end = {
    .open = open_end, .close = close_end, .look = look, .confirm = confirm_end};
