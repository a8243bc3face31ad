#include "campaign/worker.h"
#include "base/check.h"
#include "base/hash.h"
#include "campaign/coverage.h"
#include "campaign/crew.h"
#include "explore/strategy_report.h"
#include <string.h>

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
  if (!stop_is_wanted(w->stop)) die("%s", why);
  free(why);
  return false;
}

static bool open_tools(struct worker *w) {
  struct smt_options smt = w->options->smt;
  if (!w->target && !open_target(w)) return false;
  target_heed_crowd(w->target, crew_is_crowded(w->crew));
  atomic_store(&w->shown_target, w->target);
  smt.stop = w->stop;
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
  w->stop = c->stop;
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
  vec_free(&w->path.decisions);
  vec_free(&w->input.bytes);
}

void worker_count(struct worker *w) {
  w->took_part = w->runs > 0;
  if (w->strategy) {
    const struct strategy_vtable *v = w->exploration.chosen;
    w->stats = (struct strategy_stats){0};
    v->stats(w->strategy, &w->stats);
    w->stats.report = v->report;
    if (v->report) w->stats.figures = memcpy(w->figures, w->stats.figures, v->report->size);
  }
  if (w->smt) w->counts = *smt_counts(w->smt);
  if (w->target) w->forks = target_forks(w->target);
}

/* ---- one strategy after the other ---- */

static void open_strategy(struct worker *w) {
  const struct campaign_options *o = w->options;
  struct strategy_env env = {.smt = w->smt,
                             .program = program_tables(target_shm(w->target)),
                             .stop = w->stop,
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

bool worker_take_up(struct worker *w) {
  if (!w->smt && !open_tools(w)) return false;
  if (!w->strategy) open_strategy(w);
  if (!w->has_part) return true;
  w->exploration.chosen->take(w->strategy, &w->part);
  w->has_part = false;
  return true;
}

bool worker_has_found_shared(const struct worker *w) {
  return shm_tables(target_shm(w->target))->visible_count > w->exploration.visible_count;
}

bool worker_may_choose(const struct worker *w) {
  return !w->options->strategy_name && !w->exploration.chosen->has_schedules;
}

bool worker_turn_to_threads(struct worker *w) {
  close_strategy(w);
  w->exploration.chosen = strategy_default(true);
  crew_turn_to(w->crew, w);
  open_strategy(w);
  return w->runs || w->exploration.chosen->next(w->strategy, target_draft(w->target)) != PROPOSAL_PLAN;
}

/* ---- plans ---- */

/* A strategy that allows it is asked for several plans before it learns what came of them: they
 * go to the target's queue as one batch. Batches grow from one plan to a queue full, so that a
 * bug that is found early ends the campaign early. How they grow depends on nothing but the
 * number of runs: the same campaign does the same again. */

static enum proposal draft_next(struct worker *w) {
  struct plan *plan = target_draft(w->target);
  enum proposal proposal = w->has_draft ? PROPOSAL_PLAN : w->exploration.chosen->next(w->strategy, plan);
  if (proposal != PROPOSAL_PLAN) return proposal;
  plan->mode = PLAN_IN_PROCESS;
  plan->visible_count = w->exploration.visible_count;
  if (worker_may_choose(w) &&
      !w->runs) { /* see worker_turn_to_threads: what dpor begins with, and PLAN_ENABLED */
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

enum proposal worker_propose(struct worker *w) {
  if (target_queued(w->target)) return PROPOSAL_PLAN;
  uint64_t most = most_plans(w);
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

/* ---- reading a run ---- */

struct run worker_read_run(struct worker *w, const struct view *v) {
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
