/* The loop: propose, execute, learn, report, detect, confirm; see stretch().
 *
 * A turn of a worker is a visit to the crew (campaign/crew.h), which says what to explore and
 * when it is over, and a stretch of runs, at most `allowed` ones and for a moment only.
 *
 * Two things make the exploration start over, with everything learnt so far forgotten but the
 * bugs and the coverage: a run that finds memory to be shared which was not known to be (the
 * strategy must see accesses to it as steps), and the first run with threads, if the user left
 * the choice of the strategy to us and it was for programs without.
 *
 * Learn before confirm: a confirming replay overwrites the trace in the shared mapping (the path
 * and the input are copies, they stay). */
#include "campaign/loop.h"
#include "base/clock.h"
#include "campaign/coverage.h"
#include "campaign/crew.h"
#include "campaign/gaps.h"
#include "campaign/ledger.h"

#define STRETCH 0.05 /* seconds */

/* What the strategy made of a run. */
struct lesson {
  enum verdict_of_run verdict;
  uint32_t degree;   /* of what the run showed; INTERFERENCES_OPEN: nothing was learnt from it */
  bool found_shared; /* memory that the strategy does not know of: nothing was learnt */
  bool is_too_late;  /* for the strategy for threads to go on from here: nothing was learnt */
};

static bool may_go_on(struct worker *w) {
  return !stop_is_wanted(w->stop) && (w->options->keep_going || !desk_bug_count(&w->desk));
}

/* Before the mapping is replayed into, it may tell of runs that are not taken yet: only a run in
 * place tells of itself. */
static struct lesson learn(struct worker *w, const struct view *v, const struct run *run) {
  struct lesson l = {.verdict = RUN_NEW, .degree = INTERFERENCES_OPEN};
  l.found_shared = v->is_in_place && worker_has_found_shared(w);
  if (w->eval) gaps_verify(w, run);
  if (run->trace->thread_count > 1 && worker_may_choose(w)) l.is_too_late = worker_turn_to_threads(w);
  if (l.found_shared || l.is_too_late) return l;
  l.verdict = w->exploration.chosen->learn(w->strategy, run);
  if (w->exploration.chosen->degree) l.degree = w->exploration.chosen->degree(w->strategy);
  return l;
}

static void report(struct worker *w, const struct run *run, enum verdict_of_run verdict) {
  gaps_note(w, run->trace);
  if (tally_run(&w->desk.tally, run, verdict, w->options->tests)) {
    struct campaign *c = desk_enter(&w->desk);
    ledger_run(c, run, verdict);
    w->is_covered = w->options->strategy.until_covered && coverage_is_full(c);
    desk_leave(&w->desk);
  }
  w->runs++;
  w->made++;
}

/* Looks for bugs, and replays what it finds. True if there were replays: the run is no longer in
 * place then. */
static bool confirm(struct worker *w, const struct view *v, uint32_t degree) {
  if (!stop_is_wanted(w->stop)) return confirm_run(w->confirm, v, degree);
  if (!v->is_in_place) target_recall(w->target); /* to be kept, and looked at when the campaign is resumed */
  return true;
}

/* What was run already is shown, nothing is learnt from it. */
static void show_rest(struct worker *w) {
  struct view v;
  target_drop(w->target);
  while (w->made < w->allowed && may_go_on(w) && target_take(w->target, &v) && !stop_is_wanted(w->stop)) {
    struct run run = worker_read_run(w, &v);
    report(w, &run, RUN_NEW);
    confirm(w, &v, INTERFERENCES_OPEN);
  }
}

/* False: the crew is to be visited first. Replays find shared memory, too. */
static bool goes_on(struct worker *w, const struct lesson *l, bool is_replayed) {
  if (is_replayed && !may_go_on(w)) crew_keep_plan(w->crew, w);
  if (l->found_shared || l->is_too_late || (is_replayed && worker_has_found_shared(w))) {
    show_rest(w);
    crew_start_over(w->crew, w, l->is_too_late);
    return false;
  }
  return !is_replayed;
}

static void stretch(struct worker *w) {
  double end = clock_coarse_now() + STRETCH;
  struct view v;
  w->made = 0;
  while (w->made < w->allowed && !w->is_covered && !stop_is_wanted(w->stop) && clock_coarse_now() < end) {
    enum proposal proposal = worker_propose(w);
    if (proposal != PROPOSAL_PLAN) {
      crew_used_up(w->crew, w, proposal);
      return;
    }
    if (!target_take(w->target, &v)) continue; /* executes */
    if (stop_is_wanted(w->stop)) break;        /* the run may have been cut short */
    struct run run = worker_read_run(w, &v);
    struct lesson lesson = learn(w, &v, &run);
    report(w, &run, lesson.verdict);
    bool is_replayed = confirm(w, &v, lesson.degree);
    if (!goes_on(w, &lesson, is_replayed)) return;
  }
  if (stop_is_wanted(w->stop)) gaps_note_stuck(w);
}

/* ---- turns ---- */

void loop_begin(struct worker *w) {
  struct view v;
  while (may_go_on(w) && crew_take_plan(w->crew, w)) {
    target_queue(w->target);
    if (target_take(w->target, &v) && !stop_is_wanted(w->stop))
      confirm_run(w->confirm, &v, INTERFERENCES_UNKNOWN);
    if (!may_go_on(w)) crew_keep_plan(w->crew, w);
  }
  if (worker_has_found_shared(w)) crew_start_over(w->crew, w, false);
}

bool loop_turn(struct worker *w) {
  if (!crew_visit(w->crew, w)) return false;
  if (!worker_take_up(w)) return true; /* there is to be an end: the next visit says so */
  stretch(w);
  crew_share(w->crew, w);
  if (crew_has_moved_on(w->crew, w)) show_rest(w);
  return true;
}

void loop_end(struct worker *w) {
  if (w->target) target_drop(w->target);
}
