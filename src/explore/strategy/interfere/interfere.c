/* Con2colic testing (Farzan, Holzer, Razavi, Veith, FSE 2013): branches are covered by scenarios
 * with more and more interferences.
 *
 * Algorithm 1. Candidates wait in worklists by degree, the number of their interferences
 * (worklists.h). A candidate that is realizable is run: the schedule leads to the sink, whose
 * thread then goes on alone (POLICY_ALONE). What the run adds to the forest gives new candidates.
 * One that is not realizable is explored: candidates.c makes others from it, now and when more
 * writes are known (the sets UN of the paper are the waiting lists there).
 *
 * The paper's nodes know where their reads' values come from; ours do not (forest.h). So a
 * branch is looked for once, in whatever scenario, and all candidates for it are done with when
 * it is met. Theorem 7.3 of the paper holds: when no candidate of degree k or less is
 * left, every branch that can be reached with k interferences has been (docs/algorithms.md). */
#include "explore/limits.h"
#include "base/check.h"
#include "explore/strategy/interfere/data.h"
#include "explore/strategy/interfere/layout.h"
#include "explore/strategy/interfere/own.h"
#include "explore/strategy/interfere/temporal.h"
#include "explore/strategy/interfere/worklists.h"
#include "explore/strategy/strategies.h"
#include <string.h>

#define STRETCH 500    /* steps that a thread goes on alone, in one run */
#define DEPTH_MAX 4000 /* nodes of a thread, if the user does not say */

struct interfere {
  struct smt *smt;
  struct strategy_env env;
  struct interfere_options options;
  struct forest forest;
  struct candidates candidates;
  struct layout layout;
  struct extraction extraction;
  struct data *data;
  struct temporal *temporal;
  struct worklists work;
  vec(struct input) inputs; /* of the runs */
  uint32_t current;         /* candidate that is being run */
  uint32_t degree;          /* of the run learnt last, if no fewer interferences will do; NONE: not known */
  bool is_scouting;         /* no, it is a run for all that the program does by itself */
  struct interleaving order;
  struct blame blame, data_blame;
  struct input answer;
  vec(uint32_t) reads, ends; /* blame, as nodes */
  uint32_t branches_covered; /* as far as known */
  bool is_covered, is_over;  /* every branch; nothing is left */
  struct strategy_stats stats;
  struct interfere_figures own;
};

static const struct option_row rows[] = {
#define OPTION(type, field, kind, name, argument, fallback, help)                                            \
  {name, 0, &option_##kind, offsetof(struct interfere_options, field), argument, fallback, help, true, 0},
#include "explore/strategy/interfere/interfere.def"
};

static void *interfere_open(const struct strategy_env *env) {
  struct interfere *s = xcalloc(1, sizeof *s);
  const struct interfere_options *options = env->own;
  struct candidate_options o = {options->no_unsat_core, options->no_dedup, options->kmax};
  struct event start = {.kind = EV_START};
  bool is_new;
  s->smt = env->smt;
  s->env = *env;
  s->options = *options;
  forest_open(&s->forest);
  candidates_open(&s->candidates, &s->forest, &o);
  s->layout.forest = &s->forest;
  s->layout.scenario.reuses_memory = env->reuses_memory;
  s->layout.store = s->extraction.store = smt_store(env->smt);
  s->data = data_open(env->smt);
  s->temporal = temporal_open(env->stop);
  worklists_open(&s->work, &s->candidates, !options->no_priority);
  vec_push(&s->inputs, (struct input){0});
  candidates_add_local(&s->candidates, forest_child(&s->forest, NONE, &start, &is_new));
  return s;
}

static void interfere_close(void *self) {
  struct interfere *s = self;
  for (size_t i = 0; i < s->inputs.count; i++) vec_free(&s->inputs.at[i].bytes);
  vec_free(&s->inputs);
  vec_free(&s->order.slots);
  vec_free(&s->blame.reads);
  vec_free(&s->blame.ends);
  vec_free(&s->data_blame.reads);
  vec_free(&s->data_blame.ends);
  vec_free(&s->answer.bytes);
  vec_free(&s->reads);
  vec_free(&s->ends);
  temporal_close(s->temporal);
  data_close(s->data);
  extraction_close(&s->extraction);
  layout_close(&s->layout);
  worklists_close(&s->work);
  candidates_close(&s->candidates);
  forest_close(&s->forest);
  free(s);
}

static const struct node *sink_of(const struct interfere *s, uint32_t candidate) {
  return forest_node(&s->forest, s->candidates.all.at[candidate].sink);
}

/* ---- realizability (section 6) ---- */

static void blame_all(struct interfere *s) {
  const struct scenario *c = &s->layout.scenario;
  vec_clear(&s->blame.reads);
  vec_clear(&s->blame.ends);
  for (uint32_t i = 0; i < c->events.count; i++) {
    bool is_local = false;
    for (uint32_t k = 0; event_reads(&c->events.at[i].label) && k < c->events.at[i].cells; k++)
      is_local |= !c->couplings.at[c->events.at[i].coupling + k].is_fixed;
    if (is_local) vec_push(&s->blame.reads, i);
  }
  for (uint32_t t = 0; t < c->threads.count; t++)
    if (t != c->events.at[c->sink].slot) vec_push(&s->blame.ends, t);
}

static bool order_is_open(struct interfere *s, enum feasibility order) {
  check(order != FEASIBLE || temporal_is_order(&s->layout.scenario, &s->order));
  if (order != UNDECIDED) return order == FEASIBLE;
  if (stop_is_wanted(s->env.stop)) return false;
  s->stats.solver_unknown++;
  s->own.undecided++;
  blame_all(s);
  return false;
}

static size_t blame_size(const struct blame *b) { return b->reads.count + b->ends.count; }

/* If the inputs forbid a scenario, the order may forbid it too, with less to blame: the smaller the
 * blame, the less there is to try. */
static void blame_less(struct interfere *s) {
  struct blame other = s->data_blame;
  if (blame_size(&other) &&
      temporal_check(s->temporal, &s->layout.scenario, &s->order, &s->blame) == INFEASIBLE &&
      blame_size(&s->blame) < blame_size(&other))
    return;
  s->data_blame = s->blame;
  s->blame = other;
}

static void note_undecided(struct interfere *s) {
  if (stop_is_wanted(s->env.stop)) return;
  s->own.undecided++;
  if (data_had_room(s->data))
    s->stats.solver_unknown++;
  else
    s->stats.store_full++;
}

static bool is_realizable(struct interfere *s, uint32_t candidate) {
  const struct scenario *c = &s->layout.scenario;
  const struct input *current = &s->inputs.at[sink_of(s, candidate)->run];
  enum smt_answer data = data_check(s->data, c, current, &s->answer, &s->data_blame);
  if (data == SMT_UNSAT) {
    s->own.unrealizable_data++;
    blame_less(s);
    return false;
  }
  if (data == SMT_UNKNOWN) return note_undecided(s), blame_all(s), false;
  enum feasibility order = temporal_check(s->temporal, c, &s->order, &s->blame);
  s->own.unrealizable_order += order == INFEASIBLE;
  return order_is_open(s, order);
}

static void explore(struct interfere *s, uint32_t candidate) {
  const struct scenario *c = &s->layout.scenario;
  if (s->options.no_unsat_core) blame_all(s);
  vec_clear(&s->reads);
  vec_clear(&s->ends);
  for (size_t i = 0; i < s->blame.reads.count; i++)
    vec_push(&s->reads, c->events.at[s->blame.reads.at[i]].node);
  for (size_t i = 0; i < s->blame.ends.count; i++) {
    const struct scene_thread *t = &c->threads.at[s->blame.ends.at[i]];
    vec_push(&s->ends, c->events.at[t->first + t->count - 1].node);
  }
  if (!s->reads.count && !s->ends.count) s->own.dead++;
  candidates_explore(&s->candidates, candidate, s->reads.at, s->reads.count, s->ends.at, s->ends.count);
  worklists_file(&s->work);
}

/* ---- figures ---- */

static enum interfere_reason reason(const struct interfere *s) {
  if (s->stats.store_full) return INTERFERE_STORE_FULL;
  if (s->is_covered && (s->is_over || s->env.options.until_covered)) return INTERFERE_FULL_COVERAGE;
  if (!s->is_over) return INTERFERE_RUNNING;
  if (s->stats.depth_bounded) return INTERFERE_DEPTH;
  if (s->stats.too_long || s->extraction.bounded || s->extraction.misused) return INTERFERE_BOUNDED;
  if (s->candidates.too_deep) return INTERFERE_KMAX;
  if (s->own.undecided) return INTERFERE_UNDECIDED;
  return s->own.failed_predictions ? INTERFERE_FAILED_PREDICTIONS : INTERFERE_MAX_COVERAGE;
}

static void update_figures(struct interfere *s) {
  const struct temporal_counts *order = temporal_counts(s->temporal);
  s->own.reason = reason(s);
  s->own.duplicates = s->candidates.duplicates;
  s->own.too_deep = s->candidates.too_deep;
  s->own.order_by_propagation = order->by_propagation;
  s->own.order_by_search = order->by_search;
  s->own.order_by_solver = order->by_z3;
}

/* ---- next ---- */

static bool set_plan(struct interfere *s, struct plan *plan) {
  const struct scenario *c = &s->layout.scenario;
  plan->flags = PLAN_FRESH | PLAN_GO_ON;
  plan->policy = POLICY_ALONE;
  plan->length = STRETCH;
  plan->chosen = c->events.at[c->sink].label.thread;
  for (size_t i = 0; i < s->order.slots.count; i++) {
    uint32_t thread = c->threads.at[s->order.slots.at[i]].number;
    if (plan->run_count && plan->run[plan->run_count - 1].thread == thread) {
      plan->run[plan->run_count - 1].count++;
      continue;
    }
    if (plan->run_count >= limit_of(LIMIT_SEGMENTS)) return false;
    plan->run[plan->run_count++] = (struct plan_run){thread, 1};
  }
  plan_set_input(plan, &s->answer);
  return true;
}

/* A run without a scenario may show a way, of any degree, to a sink that many candidates did not
 * reach. */
static void set_scout(struct interfere *s, struct plan *plan, uint32_t candidate) {
  plan_reset(plan);
  plan->flags = PLAN_FRESH | PLAN_GO_ON | PLAN_UNCOUNTED;
  plan->length = 4 * STRETCH;
  plan_set_input(plan, &s->inputs.at[sink_of(s, candidate)->run]);
  s->is_scouting = true;
}

static enum proposal find_next(struct interfere *s, struct plan *plan) {
  uint32_t candidate;
  worklists_file(&s->work);
  while (!smt_is_stopped(s->smt) && !(s->is_covered && s->env.options.until_covered)) {
    s->is_over = !worklists_take(&s->work, &candidate);
    if (s->is_over) break;
    if (worklists_wants_scout(&s->work, candidate)) {
      set_scout(s, plan, candidate);
      return PROPOSAL_PLAN;
    }
    s->own.candidates++;
    if (s->work.degree > s->own.max_k) s->own.max_k = s->work.degree;
    if (!layout_make(&s->layout, &s->candidates, &s->candidates.all.at[candidate]))
      return s->stats.store_full++, PROPOSAL_NO_ROOM;
    if (!is_realizable(s, candidate)) {
      explore(s, candidate);
      continue;
    }
    s->own.realizable++;
    plan_reset(plan);
    s->current = candidate;
    if (set_plan(s, plan)) return PROPOSAL_PLAN;
    s->stats.too_long++;
  }
  return proposal_none(s->smt);
}

static enum proposal interfere_next(void *self, struct plan *plan) {
  struct interfere *s = self;
  enum proposal proposal = find_next(s, plan);
  update_figures(s);
  return proposal;
}

/* ---- learn ---- */

/* The interferences of the run, in what was foreseen, are those of the candidate, no more and no
 * less. */
static bool has_foreseen_edges(const struct interfere *s, const struct candidate *x) {
  const struct extraction *r = &s->extraction;
  size_t seen = 0;
  for (size_t i = 0; i < r->edges.count; i++) {
    struct edge e = r->edges.at[i];
    const struct node *read = forest_node(&s->forest, e.read);
    if (read->depth >= r->until.at[read->label.thread]) continue;
    bool is_foreseen = false;
    for (uint32_t k = 0; k < x->edges; k++) {
      struct edge f = candidate_edge(&s->candidates, x, k);
      is_foreseen |= f.read == e.read && f.write == e.write && f.bytes == e.bytes;
    }
    if (!is_foreseen) return false;
    seen++;
  }
  return seen == x->edges;
}

/* A failure may have come in between: the run may then lack events that were foreseen, but may have
 * no others. */
static bool went_as_foreseen(const struct interfere *s, const struct candidate *x, const struct run *run) {
  const uint32_t *leaves = candidate_leaves(&s->candidates, x);
  const struct trace *t = run->trace;
  bool has_failed = t->end == END_BUG || t->end == END_ASSUME || t->end == END_LIMIT, is_short = false;
  for (uint32_t i = 0; i < x->leaves; i++) {
    uint32_t thread = forest_node(&s->forest, leaves[i])->label.thread;
    uint32_t at = thread < s->extraction.leaf.count ? s->extraction.leaf.at[thread] : NONE;
    if (at != NONE && forest_has_passed(&s->forest, leaves[i], at)) continue;
    if (!has_failed || (at != NONE && !forest_is_above(&s->forest, at, leaves[i]))) return false;
    is_short = true;
  }
  return is_short || has_foreseen_edges(s, x);
}

/* What is new belongs to the degree of the scenario that was run: the run was cut before it had
 * more interferences. */
static void note_run(struct interfere *s, const struct run *run, uint32_t degree) {
  uint32_t k = degree < INTERFERE_DEGREES ? degree : INTERFERE_DEGREES - 1;
  for (uint32_t i = 0; i < run->trace->event_count; i++) worklists_note(&s->work, &run->events[i]);
  if (run->branches_covered > s->branches_covered && k > s->own.max_k) s->own.max_k = k;
  s->own.branches_by_k[k] += run->branches_covered - s->branches_covered;
  s->branches_covered = run->branches_covered;
  s->is_covered = run->branches_covered == run->branches;
  if (run->trace->thread_count > s->own.threads) s->own.threads = run->trace->thread_count;
  if (run->trace->object_count > s->own.inputs) s->own.inputs = run->trace->object_count;
  s->own.unforeseen += s->extraction.has_unforeseen;
  if (s->is_covered) update_figures(s); /* with --until-covered nothing is asked for after that */
}

static void keep_input(struct interfere *s, const struct run *run) {
  struct input in = {0};
  input_copy(&in, run->input);
  vec_push(&s->inputs, in);
}

static bool is_too_deep(const struct interfere *s, uint32_t node) {
  return forest_node(&s->forest, node)->depth > (s->env.options.depth ? s->env.options.depth : DEPTH_MAX);
}

/* --depth is named only where it was given. */
static void note_too_deep(struct interfere *s) {
  if (s->env.options.depth)
    s->stats.depth_bounded++;
  else
    s->stats.too_long++;
}

/* The new nodes, as what others wait for and as sinks. */
static void spread(struct interfere *s) {
  const struct extraction *r = &s->extraction;
  for (size_t i = 0; i < r->writes.count; i++) candidates_new_write(&s->candidates, r->writes.at[i]);
  for (size_t i = 0; i < r->syncs.count; i++) candidates_new_sync(&s->candidates, r->syncs.at[i]);
  for (size_t i = 0; i < r->dangling.count && !stop_is_wanted(s->env.stop); i++) {
    if (is_too_deep(s, r->dangling.at[i])) {
      note_too_deep(s);
      continue;
    }
    candidates_add_seen(&s->candidates, r->dangling.at[i], r->edges.at, r->edges.count);
    candidates_add_local(&s->candidates, r->dangling.at[i]);
  }
  worklists_file(&s->work);
}

/* The run did not show the sink: makes other candidates for the sink. */
static void try_others(struct interfere *s) {
  blame_all(s);
  explore(s, s->current);
}

static enum verdict_of_run learn_from_scout(struct interfere *s, const struct run *run) {
  s->is_scouting = false;
  if (run->trace->end == END_DIVERGED) return RUN_EXTRA;
  s->extraction.run = (uint32_t)s->inputs.count;
  keep_input(s, run);
  extract_all(&s->extraction, &s->forest, run);
  spread(s);
  for (size_t i = 0; i < s->extraction.witnesses.count && !stop_is_wanted(s->env.stop); i++) {
    const struct witness *w = &s->extraction.witnesses.at[i];
    candidates_add_witness(&s->candidates, w->node, s->extraction.witness_leaves.at + w->leaf, w->leaves,
                           s->extraction.edges.at, w->edges);
  }
  worklists_file(&s->work);
  return RUN_EXTRA;
}

/* Something that could have been reached with fewer interferences may have been left out. */
static bool has_gaps(const struct interfere *s) {
  return s->own.undecided || s->own.failed_predictions || s->stats.depth_bounded || s->stats.too_long ||
         s->extraction.bounded || s->extraction.misused;
}

static enum verdict_of_run interfere_learn(void *self, const struct run *run) {
  struct interfere *s = self;
  s->degree = NONE;
  if (s->is_scouting) return learn_from_scout(s, run);
  const struct candidate x = s->candidates.all.at[s->current];
  struct node *sink = &s->forest.nodes.at[x.sink];
  if (run->trace->end == END_DIVERGED) {
    s->stats.diverged_at = (uint64_t)run->trace->value;
    s->own.failed_predictions++;
    try_others(s);
    return RUN_DIVERGED;
  }
  uint32_t chosen = sink->label.thread;
  if (sink->label.kind == EV_START) sink->is_met = true;
  s->extraction.run = (uint32_t)s->inputs.count;
  keep_input(s, run);
  extract(&s->extraction, &s->forest, run, candidate_leaves(&s->candidates, &x), x.leaves, chosen);
  check(forest_is_sound(&s->forest));
  if (run->trace->end == END_BUG && !has_gaps(s) && !worklists_has_below(&s->work, x.degree))
    s->degree = x.degree;
  note_run(s, run, x.degree);
  spread(s);
  if (!forest_node(&s->forest, x.sink)->is_met) try_others(s);
  if (!went_as_foreseen(s, &x, run)) return s->own.failed_predictions++, RUN_DIVERGED;
  return run->trace->end == END_ASSUME ? RUN_PRUNED : RUN_NEW;
}

/* With one thread, to cover all that can be reached is to run every path, unless the search ends
 * as soon as every branch is covered. */
static void interfere_stats(const void *self, struct strategy_stats *out) {
  const struct interfere *s = self;
  *out = s->stats;
  out->figures = &s->own;
  out->pending = worklists_pending(&s->work);
  out->gaps[INTERFERE_GAP_REPEATS] = s->extraction.bounded;
  out->gaps[INTERFERE_GAP_MISUSE] = s->extraction.misused;
  out->gaps[INTERFERE_GAP_KMAX] = s->own.too_deep;
  out->gaps[INTERFERE_GAP_BRANCHES] = s->own.threads > 1 || out->pending;
}

static uint32_t interfere_degree(const void *self) { return ((const struct interfere *)self)->degree; }

const struct strategy_vtable strategy_interfere = {
    .name = "interfere",
    .help = "branch coverage by scenarios with more and more interferences between threads (con2colic)",
    .has_schedules = true,
    .keeps_degree = true,
    .options = OWN_OPTIONS(struct interfere_options, rows),
    .gaps = interfere_gaps,
    .report = &interfere_report,
    .open = interfere_open,
    .close = interfere_close,
    .next = interfere_next,
    .learn = interfere_learn,
    .stats = interfere_stats,
    .degree = interfere_degree,
};
