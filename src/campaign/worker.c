/* The loop. A strategy proposes, the target executes, the reports write, the strategy learns.
 *
 * Two things make the exploration start over, with everything learnt so far forgotten but the bugs and the coverage: a
 * run that finds memory to be shared which was not known to be (the strategy must see accesses to it as steps), and the first
 * run with threads, if the user left the choice of the strategy to us and it was for programs without.
 *
 * A strategy that allows it is asked for several plans before it learns what came of them: they go to the target's queue as one batch.
 * Batches grow from one plan to a queue full, so that a bug that is found early ends the campaign early. How they grow depends on
 * nothing but the number of runs: the same campaign does the same again.
 *
 * Order inside one turn: learn before confirm, since a confirming replay overwrites the trace in the shared mapping
 * (the path and the input are copies, they stay).
 *
 * Between two visits to the crew a worker makes a stretch of runs, at most `allowed` ones and for a moment only. */
#include "campaign/worker.h"
#include "base/check.h"
#include "base/clock.h"
#include "base/hash.h"
#include "campaign/crew.h"
#include "campaign/coverage.h"
#include "report/report.h"

#define STRETCH 0.05 /* seconds */

/* ---- life ---- */

/* False: the campaign is to end. */
static bool open_target(struct worker *w) {
  struct target_options options = *crew_target_options(w->crew);
  char *why;
  options.start_timeout = 0; /* the guard keeps the time */
  w->target = target_open(&options, &why);
  if (w->target) {
    w->desk.target = w->target;
    return true;
  }
  if (!stop_is_wanted(crew_stop())) die("%s", why);
  free(why);
  return false;
}

static bool open_tools(struct worker *w) {
  struct smt_options smt = w->options->smt;
  if (!w->target && !open_target(w)) return false;
  target_heed_crowd(w->target, crew_is_crowded(w->crew));
  atomic_store(&w->shown_target, w->target);
  smt.stop = crew_stop();
  w->store = target_exprs(w->target);
  tally_set_store(&w->desk.tally, &w->store);
  w->smt = smt_open(&w->store, &smt);
  w->eval = w->options->verify ? eval_open(&w->store) : NULL;
  w->builder = path_builder_open();
  w->order = order_open();
  w->confirm = confirm_open(&w->desk, w->options);
  return true;
}

void worker_open(struct worker *w, struct crew *crew, const struct campaign_options *o, struct campaign *c,
                 pthread_mutex_t *lock, struct target *target) {
  w->crew = crew;
  w->options = o;
  w->target = target;
  desk_open(&w->desk, c, lock, target ? target : c->target);
  if (target) open_tools(w);
}

static void close_strategy(struct worker *w) {
  if (w->strategy) w->exploration.chosen->close(w->strategy);
  w->strategy = NULL;
}

static void close_tools(struct worker *w) {
  if (!w->smt) return;
  close_strategy(w);
  confirm_close(w->confirm);
  order_close(w->order);
  path_builder_close(w->builder);
  if (w->eval) eval_close(w->eval);
  smt_close(w->smt);
}

void worker_close(struct worker *w) {
  close_tools(w);
  if (w->target) target_close(w->target);
  desk_close(&w->desk);
  subproblem_free(&w->part);
  vec_free(&w->path.steps);
  vec_free(&w->input.bytes);
}

void worker_count(struct worker *w) {
  w->took_part = w->runs > 0;
  if (w->strategy) {
    w->stats = (struct strategy_stats){0};
    w->exploration.chosen->stats(w->strategy, &w->stats);
    if (w->stats.interfere) {
      w->interfere = *w->stats.interfere;
      w->stats.interfere = &w->interfere;
    }
  }
  if (w->smt) w->counts = *smt_counts(w->smt);
  if (w->target) w->forks = target_forks(w->target);
}

/* ---- one strategy after the other ---- */

static void open_strategy(struct worker *w) {
  const struct campaign_options *o = w->options;
  struct strategy_env env = {.smt = w->smt,
                             .program = program_tables(target_shm(w->target)),
                             .stop = crew_stop(),
                             .pool = w->exploration.pool,
                             .max_steps = o->target.max_steps,
                             .reuses_memory = o->target.reuse_memory,
                             .options = o->strategy,
                             .own = o->own.at[strategy_number(w->exploration.chosen)]};
  env.options.seed += w->number * HASH_GOLDEN + w->desk.campaign->earlier.sessions * HASH_ODD;
  w->strategy = w->exploration.chosen->open(&env);
}

void worker_join(struct worker *w, const struct exploration *exploration) {
  if (w->target) target_clear(w->target);
  close_strategy(w);
  w->exploration = *exploration;
  w->stats = (struct strategy_stats){0};
  w->desk.tally.exploration = exploration->number;
  w->batch = 1;
  w->has_draft = w->has_part = false;
}

/* What the crew wants done. False: there is to be an end, and it is left undone. */
static bool take_up(struct worker *w) {
  if (!w->smt && !open_tools(w)) return false;
  if (!w->strategy) open_strategy(w);
  if (!w->has_part) return true;
  w->exploration.chosen->take(w->strategy, &w->part);
  w->has_part = false;
  return true;
}

static bool has_found_shared(const struct worker *w) {
  return shm_tables(target_shm(w->target))->visible_count > w->exploration.visible_count;
}

static bool is_left_to_us(const struct worker *w) {
  return !w->options->strategy_name && !w->exploration.chosen->has_schedules;
}

/* The program has threads: from now on their schedules are explored. The first run was made as the strategy for threads wants it
 * (draft_next), so it need not be made again. True if it is too late for that. */
static bool turn_to_threads(struct worker *w) {
  close_strategy(w);
  w->exploration.chosen = strategy_default(true);
  crew_turn_to(w->crew, w);
  open_strategy(w);
  return w->runs || w->exploration.chosen->next(w->strategy, target_draft(w->target)) != PROPOSAL_PLAN;
}

/* ---- plans ---- */

static enum proposal draft_next(struct worker *w) {
  struct plan *plan = target_draft(w->target);
  enum proposal proposal = w->has_draft ? PROPOSAL_PLAN : w->exploration.chosen->next(w->strategy, plan);
  if (proposal != PROPOSAL_PLAN) return proposal;
  plan->mode = PLAN_IN_PROCESS;
  plan->visible_count = w->exploration.visible_count;
  if (is_left_to_us(w) && !w->runs) { /* see turn_to_threads: what dpor begins with, and PLAN_ENABLED */
    plan->flags |= PLAN_ENABLED | PLAN_GO_ON;
    plan->policy = POLICY_DPOR;
    plan->chosen = UINT32_MAX;
  }
  return PROPOSAL_PLAN;
}

/* The queue may be longer than a stretch, unless that is cut short by --max-execs. */
static uint64_t most_plans(const struct worker *w) {
  return w->allowed < CREW_ALLOWED ? w->allowed - w->made : UINT64_MAX;
}

/* Fills the empty queue with at most so many; else says why there is not one. */
static enum proposal propose(struct worker *w, uint64_t most) {
  uint32_t limit = !w->exploration.chosen->has_batches ? 1 : w->batch, count = 0;
  enum proposal proposal = PROPOSAL_PLAN;
  while (count < limit && count < most && (proposal = draft_next(w)) == PROPOSAL_PLAN) {
    w->has_draft = !target_queue(w->target);
    if (w->has_draft) break;
    count++;
  }
  w->batch = 2 * w->batch < TARGET_QUEUE_MAX ? 2 * w->batch : TARGET_QUEUE_MAX;
  check(count || proposal != PROPOSAL_PLAN); /* the empty queue has room for any plan */
  return count ? PROPOSAL_PLAN : proposal;
}

/* ---- one run ---- */

static struct run read_run(struct worker *w, const struct view *v) {
  input_of_view(v, &w->input);
  path_read_all(w->builder, v->events, v->trace->event_count, v->trace->ghost_count, &w->path);
  check(path_is_sound(&w->path));
  struct run run = run_of_view(v, &w->path, &w->input);
  run.order = w->order;
  if (v->trace->new_coverage || v->trace->ghost_count || !w->branches)
    coverage_of_branches(target_shm(w->target), &w->branches, &w->branches_covered);
  run.branches = w->branches;
  run.branches_covered = w->branches_covered;
  return run;
}

/* --verify: every condition and observation, evaluated on the inputs, is what the program computed. */
static void verify(struct worker *w, const struct run *run) {
  eval_forget(w->eval);
  for (uint32_t i = 0; i < run->trace->event_count; i++) {
    const struct event *e = &run->events[i];
    if (!e->expr || !(event_is_path(e) || e->kind == EV_OBSERVE)) continue;
    uint64_t expected = e->kind == EV_OBSERVE ? e->value : e->taken;
    uint64_t value = eval_expr(w->eval, e->expr, run->input);
    if (value == expected) continue;
    const struct program_site *site = &shm_site(target_shm(w->target))[e->site];
    char *where = xprintf("%s:%u event %u: the program computed %lu, its expression %lu",
                          target_string(w->target, site->file), site->line, i, expected, value);
    desk_note(&w->desk, INCOMPLETE_DIVERGENCE, where);
    free(where);
    w->desk.tally.diverged++;
  }
}

/* The run ended where the user does not want to hear of it. */
static void note_ignored(struct worker *w, const struct trace *t) {
  if (t->end != END_BUG || w->options->kinds >> t->kind & 1 || bug_ends_program(t->kind)) return;
  const struct program_site *site = &shm_site(target_shm(w->target))[t->site];
  char *where =
      t->site ? xprintf("%s:%u %s", target_string(w->target, site->file), site->line, bug_kind_name(t->kind))
              : xstrdup(bug_kind_name(t->kind));
  desk_note(&w->desk, INCOMPLETE_IGNORED, where);
  free(where);
}

/* After a failure the other threads go on, and their part was cut short. */
static void note_cut_ghosts(struct worker *w, uint32_t end) {
  enum incomplete_reason reason = end == END_FULL   ? INCOMPLETE_TRACE_FULL
                                  : end == END_LOST ? INCOMPLETE_LOST
                                                    : INCOMPLETE_MAX_STEPS;
  desk_note(&w->desk, reason, "what the other threads do after one has failed");
}

static void note_gaps(struct worker *w, const struct trace *t) {
  note_ignored(w, t);
  if (t->thread_count > 1 && !w->exploration.chosen->has_schedules)
    w->desk.tally.incomplete[INCOMPLETE_SCHEDULES]++;
  if (t->ghosts_end) note_cut_ghosts(w, t->ghosts_end);
  if (t->is_bounded)
    desk_note(&w->desk, INCOMPLETE_MAX_STEPS,
              "threads still went on after main had returned or exit() was called");
}

/* A run that was made: counted, and looked at for bugs. True if replays were made for that. */
static bool show_run(struct worker *w, const struct view *v, const struct run *run,
                     enum verdict_of_run verdict, uint32_t degree) {
  note_gaps(w, run->trace);
  if (tally_run(&w->desk.tally, run, verdict, w->options->tests)) {
    report_run(desk_enter(&w->desk), run, verdict);
    desk_leave(&w->desk);
  }
  w->runs++;
  w->made++;
  if (!stop_is_wanted(crew_stop())) return confirm_run(w->confirm, v, degree);
  if (!v->is_in_place) target_recall(w->target); /* to be kept, and looked at when the campaign is resumed */
  return true;
}

static bool may_go_on(struct worker *w) {
  return !stop_is_wanted(crew_stop()) && (w->options->keep_going || !desk_bug_count(&w->desk));
}

/* What was run already is shown, nothing is learnt from it. */
static void show_rest(struct worker *w) {
  struct view v;
  target_drop(w->target);
  while (w->made < w->allowed && may_go_on(w) && target_take(w->target, &v) && !stop_is_wanted(crew_stop())) {
    struct run run = read_run(w, &v);
    show_run(w, &v, &run, RUN_NEW, INTERFERENCES_OPEN);
  }
}

/* False if the crew is to be visited first. Replays find shared memory too; before them the mapping may tell of runs that are
 * not taken yet. */
static bool take_run(struct worker *w, const struct view *v) {
  struct run run = read_run(w, v);
  enum verdict_of_run verdict = RUN_NEW;
  bool is_over = v->is_in_place && has_found_shared(w), is_late = false;
  if (w->eval) verify(w, &run);
  if (run.trace->thread_count > 1 && is_left_to_us(w)) is_late = turn_to_threads(w);
  uint32_t degree = INTERFERENCES_OPEN;
  if (!is_over && !is_late) {
    verdict = w->exploration.chosen->learn(w->strategy, &run);
    if (w->exploration.chosen->degree) degree = w->exploration.chosen->degree(w->strategy);
  }
  bool is_replayed = show_run(w, v, &run, verdict, degree);
  if (is_replayed && !may_go_on(w)) crew_keep_plan(w->crew, w);
  is_over |= is_late || (is_replayed && has_found_shared(w));
  if (is_over) {
    show_rest(w);
    crew_start_over(w->crew, w, is_late);
  }
  return !is_over && !is_replayed;
}

/* ---- the loop ---- */

/* The campaign was to end, and a run would not: it waited in the kernel. */
static void note_stuck(struct worker *w) {
  struct target_call c;
  if (!target_is_stuck(w->target, &c)) return;
  const struct program_site *site = &shm_site(target_shm(w->target))[c.site];
  char *where = c.site ? xprintf("%s:%u thread %u waits in the kernel, in %s()",
                                 target_string(w->target, site->file), site->line, c.thread, c.name)
                       : xprintf("thread %u waits in the kernel, in %s()", c.thread, c.name);
  desk_enter(&w->desk);
  crew_note_example(w->crew, where);
  desk_leave(&w->desk);
  free(where);
}

static void stretch(struct worker *w) {
  double end = clock_coarse_now() + STRETCH;
  struct view v;
  w->made = 0;
  while (w->made < w->allowed && !stop_is_wanted(crew_stop()) && clock_coarse_now() < end) {
    enum proposal proposal = target_queued(w->target) ? PROPOSAL_PLAN : propose(w, most_plans(w));
    if (proposal != PROPOSAL_PLAN) {
      crew_used_up(w->crew, w, proposal);
      return;
    }
    if (!target_take(w->target, &v)) continue;
    if (stop_is_wanted(crew_stop())) break; /* the run may have been cut short */
    if (!take_run(w, &v)) return;
  }
  if (stop_is_wanted(crew_stop())) note_stuck(w);
}

/* Runs of an earlier session. */
static void show_again(struct worker *w) {
  struct view v;
  while (may_go_on(w) && crew_take_plan(w->crew, w)) {
    target_queue(w->target);
    if (target_take(w->target, &v) && !stop_is_wanted(crew_stop()))
      confirm_run(w->confirm, &v, INTERFERENCES_UNKNOWN);
    if (!may_go_on(w)) crew_keep_plan(w->crew, w);
  }
  if (has_found_shared(w)) crew_start_over(w->crew, w, false);
}

void worker_explore(struct worker *w) {
  if (!w->number) show_again(w);
  while (crew_visit(w->crew, w)) {
    if (!take_up(w)) continue;
    stretch(w);
    crew_share(w->crew, w);
    if (crew_has_moved_on(w->crew, w)) show_rest(w);
  }
  if (w->target) target_drop(w->target);
}
