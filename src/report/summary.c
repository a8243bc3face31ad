/* The facts of a campaign as JSON (docs/formats.md). The library does the writing, so that it
 * can be read whatever was met. */
#include "report/summary.h"
#include "base/clock.h"
#include "campaign/estimate.h"
#include "explore/strategy_report.h"
#include "base/json_out.h"
#include <sys/resource.h>

static json_t *incomplete_of(const struct campaign *c, enum incomplete_reason r, uint64_t count) {
  const struct incomplete *i = &c->incomplete[r];
  const struct reason *reason = incomplete_reason(c->strategy, r);
  json_t *o = json_object(), *examples = json_array();
  json_put_text(o, "reason", reason->name);
  json_put_count(o, "count", count);
  json_put_text(o, "example", i->example_count ? i->example[0] : reason->meaning);
  for (uint32_t k = 0; k < i->example_count; k++)
    json_array_append_new(examples, json_of_text(i->example[k]));
  json_object_set_new(o, "examples", examples);
  return o;
}

static json_t *list_incomplete(const struct campaign *c) {
  json_t *list = json_array();
  for (int r = 0; r < INCOMPLETE_COUNT; r++) {
    uint64_t count = r == INCOMPLETE_RUNNING && !c->ended ? 1 : c->incomplete[r].count;
    if (count) json_array_append_new(list, incomplete_of(c, (enum incomplete_reason)r, count));
  }
  return list;
}

/* Races: where the other access is, and what both threads held. */
static void second_access(json_t *o, const struct bug *g) {
  json_put_text(o, "file2", g->file2);
  json_put_count(o, "line2", g->line2);
  json_put_count(o, "column2", g->column2);
  json_put_text(o, "function2", g->function2);
  json_put_count(o, "thread2", g->thread2);
  json_put_text(o, "locks", g->locks);
  json_put_text(o, "locks2", g->locks2);
}

static json_t *hint_of(const struct hint *h) {
  json_t *o = json_object();
  json_put_text(o, "kind", hint_kind_name(h->kind));
  json_put_text(o, "file", h->file);
  json_put_count(o, "line", h->line);
  json_put_text(o, "message", h->message);
  json_put_count(o, "count", h->count);
  return o;
}

static json_t *list_hints(const struct campaign *c) {
  struct hint *hint = NULL;
  size_t count = c->hints && c->target ? hints_list(c->hints, target_shm(c->target), c->symbols, &hint) : 0;
  json_t *list = json_array();
  for (size_t i = 0; i < count; i++) json_array_append_new(list, hint_of(&hint[i]));
  hints_free(hint, count);
  return list;
}

static json_t *bug_of(const struct bug *g) {
  json_t *o = json_object();
  json_put_text(o, "kind", bug_kind_name(g->kind));
  json_put_text(o, "file", g->file);
  json_put_count(o, "line", g->line);
  json_put_count(o, "column", g->column);
  json_put_text(o, "function", g->function);
  json_put_text(o, "message", g->message);
  json_put_count(o, "thread", g->thread);
  if (g->file2) second_access(o, g);
  json_put_count(o, "threads", g->threads);
  json_put_count(o, "preemptions", g->preemptions);
  json_put_count(o, "execution", g->execution);
  json_put_count(o, "count", g->count);
  if (g->interferences != INTERFERENCES_UNKNOWN) json_put_count(o, "interferences", g->interferences);
  json_put_text(o, "test", g->test);
  return o;
}

static json_t *list_bugs(const struct campaign *c) {
  json_t *list = json_array();
  for (size_t i = 0; i < c->bugs.count; i++) json_array_append_new(list, bug_of(&c->bugs.at[i]));
  return list;
}

static void put_stages(json_t *o, const struct smt_counts *n) {
  static const char *const names[] = {
#define STAGE(name, text, help) text,
#include "explore/smt.def"
#undef STAGE
  };
  json_put_count(o, "flips", n->flips);
  json_put_count(o, "constraints_seen", n->steps_seen);
  json_put_count(o, "constraints_kept", n->steps_kept);
  json_t *decided = json_object();
  for (int i = 0; i < SMT_STAGES; i++) json_put_count(decided, names[i], n->decided[i]);
  json_object_set_new(o, "decided", decided);
}

static void put_estimates(json_t *o, const struct campaign *c) {
  double total = c->exhausted ? 0 : estimate_classes(c);
  if (c->stats.done > 0 && (c->exhausted || !c->stats.is_done_wrong))
    json_put_real(o, "done", c->stats.done, 15);
  if (total > 0) json_put_count(o, "estimated_classes", (uint64_t)total);
}

/* Runs are sequentially consistent: of weaker atomic operations it is said that they are there. */
static void put_memory_model(json_t *o, const struct campaign *c) {
  const struct shm *s = c->target ? target_shm(c->target) : NULL;
  uint32_t count = s ? s->weak_count : 0;
  json_put_text(o, "memory_model", "sc");
  json_put_count(o, "weak_atomics", count);
  if (!count) return;
  char *example = xprintf("%s:%u %s", target_string(c->target, s->weak_example.file), s->weak_example.line,
                          target_string(c->target, s->weak_example.what));
  json_put_text(o, "weak_atomic", example);
  free(example);
}

/* The strategy's own part. */
static void put_own(json_t *o, const struct campaign *c, const struct smt_counts *smt) {
  const char *reasons[INCOMPLETE_COUNT];
  struct campaign_figures f = {.branches = c->coverage.branches,
                               .branches_covered = c->coverage.branches_covered,
                               .queries = smt->queries,
                               .time = campaign_elapsed(c, c->ended ? c->ended : clock_now()),
                               .reasons = reasons};
  for (int r = 0; c->ended && r < INCOMPLETE_COUNT; r++)
    if (c->incomplete[r].count) reasons[f.reason_count++] = incomplete_reason(c->strategy, r)->name;
  if (c->stats.figures) c->stats.report->put(o, c->stats.figures, &f);
}

static json_t *strategy_stats(const struct campaign *c, const struct smt_counts *smt) {
  uint64_t runs = c->executions + c->confirmations;
  json_t *o = json_object();
  json_put_count(o, "pending", c->stats.pending);
  put_estimates(o, c);
  json_put_count(o, "pruned", c->pruned);
  json_put_count(o, "diverged", c->diverged);
  json_put_count(o, "solver_unknown", c->stats.solver_unknown);
  json_put_count(o, "depth_bounded", c->stats.depth_bounded);
  json_put_count(o, "confirmations", c->confirmations);
  json_put_count(o, "races_unturned", c->races_unturned);
  json_put_count(o, "tests", c->tests_written);
  json_put_count(o, "path_tests", c->paths_written);
  json_put_count(o, "forks", c->forks);
  json_put_count(o, "in_process", runs > c->forks ? runs - c->forks : 0);
  for (uint32_t i = 0; i < c->stats.own_count; i++)
    json_put_count(o, c->stats.own[i].name, c->stats.own[i].value);
  put_own(o, c, smt);
  put_stages(o, smt);
  return o;
}

static json_t *solver_of(const struct smt_counts *smt) {
  json_t *o = json_object();
  json_put_count(o, "queries", smt->queries);
  json_put_count(o, "sat", smt->sat);
  json_put_count(o, "unsat", smt->unsat);
  json_put_count(o, "unknown", smt->unknown);
  json_put_count(o, "cached", smt->cached);
  json_put_real(o, "time_s", smt->time, 6);
  return o;
}

/* A function's blocks stand side by side; `first` is one of them, the end of them is returned. */
static uint32_t end_of_function(const struct shm *s, uint32_t first) {
  uint32_t i = first;
  while (i < s->block_count && shm_block(s)[i].function == shm_block(s)[first].function) i++;
  return i;
}

/* Branches are numbered as they stand in the function: those of a macro have one line. */
static json_t *function_of(const struct shm *s, uint32_t first, uint32_t end) {
  const struct program_block *block = shm_block(s);
  json_t *o = json_object(), *uncovered = json_array();
  uint32_t branches = 0;
  for (uint32_t i = first; i < end; i++) {
    if (!(block[i].flags & BLOCK_IS_BRANCH)) continue;
    branches++;
    if (shm_coverage(s)[i]) continue;
    json_t *one = json_object();
    json_put_count(one, "branch", branches);
    json_put_count(one, "line", block[i].line);
    json_array_append_new(uncovered, one);
  }
  json_put_text(o, "name", shm_strings(s) + block[first].function);
  json_put_text(o, "file", shm_strings(s) + block[first].file);
  json_put_count(o, "branches", branches);
  json_object_set_new(o, "uncovered", uncovered);
  return o;
}

static bool has_run(const struct shm *s, uint32_t first, uint32_t end) {
  for (uint32_t i = first; i < end; i++)
    if (shm_coverage(s)[i]) return true;
  return false;
}

static json_t *functions_of(const struct shm *s) {
  json_t *list = json_array();
  for (uint32_t i = 0, end; s && i < s->block_count; i = end) {
    end = end_of_function(s, i);
    if (shm_block(s)[i].flags & BLOCK_IS_MODEL || !has_run(s, i, end)) continue;
    json_array_append_new(list, function_of(s, i, end));
  }
  return list;
}

static json_t *coverage_of(const struct campaign *campaign) {
  const struct coverage *c = &campaign->coverage;
  json_t *o = json_object();
  json_put_count(o, "branches", c->branches);
  json_put_count(o, "branches_covered", c->branches_covered);
  json_put_count(o, "branches_reached", c->branches_reached);
  json_put_count(o, "lines", c->lines);
  json_put_count(o, "lines_covered", c->lines_covered);
  json_object_set_new(o, "functions", functions_of(campaign->target ? target_shm(campaign->target) : NULL));
  return o;
}

static uint64_t peak_rss_kb(void) {
  struct rusage self = {0};
  getrusage(RUSAGE_SELF, &self);
  return (uint64_t)self.ru_maxrss;
}

static void put_counts(json_t *o, const struct campaign *c) {
  double time = campaign_elapsed(c, c->ended ? c->ended : clock_now());
  json_put_count(o, "executions", c->executions);
  json_put_count(o, "redundant", c->redundant);
  json_put_count(o, "blocked", c->blocked);
  json_put_count(o, "classes", c->classes);
  json_put_count(o, "paths", c->paths);
  json_put_count(o, "restarts", c->restarts);
  json_put_count(o, "threads", c->threads ? c->threads : 1);
  json_put_count(o, "jobs", c->jobs ? c->jobs : 1);
  json_put_real(o, "executions_per_second", time > 0 ? (double)c->executions / time : 0, 1);
  json_put_real(o, "time_s", time, 6);
  json_put_count(o, "peak_rss_kb", peak_rss_kb());
}

void summary_format(struct buffer *b, const struct campaign *c) {
  static const struct smt_counts nothing;
  const struct smt_counts *smt = c->smt ? c->smt : &nothing;
  json_t *o = json_object();
  json_put_count(o, "version", 1);
  json_put_text(o, "tool", "raddle " RADDLE_VERSION);
  json_put_text(o, "program", c->options->program);
  json_put_text(o, "strategy", c->strategy ? c->strategy->name : "");
  json_put_text(o, "verdict", campaign_verdict(c));
  json_object_set_new(o, "incomplete", list_incomplete(c));
  put_memory_model(o, c);
  put_counts(o, c);
  json_object_set_new(o, "solver", solver_of(smt));
  json_object_set_new(o, "coverage", coverage_of(c));
  json_object_set_new(o, "bugs", list_bugs(c));
  json_object_set_new(o, "hints", list_hints(c));
  json_object_set_new(o, "strategy_stats", strategy_stats(c, smt));
  json_write(b, o);
  json_decref(o);
}
