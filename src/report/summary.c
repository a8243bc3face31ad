#include "report/summary.h"
#include "report/estimate.h"
#include "report/interfere_table.h"
#include <sys/resource.h>

static void number(struct buffer *b, const char *key, uint64_t value) {
  buffer_format(b, "\"%s\":%lu", key, value);
}

static void list_incomplete(struct buffer *b, const struct campaign *c) {
  const char *separator = "";
  buffer_text(b, "\"incomplete\":[");
  for (int r = 0; r < INCOMPLETE_COUNT; r++) {
    const struct incomplete *i = &c->incomplete[r];
    uint64_t count = r == INCOMPLETE_RUNNING && !c->ended ? 1 : i->count;
    if (!count) continue;
    buffer_format(b, "%s\n    {\"reason\":\"%s\",\"count\":%lu,\"example\":", separator, incomplete_name(r),
                  count);
    buffer_json(b, i->example_count ? i->example[0] : incomplete_meaning(r));
    buffer_text(b, ",\"examples\":[");
    for (uint32_t k = 0; k < i->example_count; k++) {
      if (k) buffer_text(b, ",");
      buffer_json(b, i->example[k]);
    }
    buffer_text(b, "]}");
    separator = ",";
  }
  buffer_text(b, "]");
}

static void text_field(struct buffer *b, const char *key, const char *value) {
  buffer_format(b, ",\"%s\":", key);
  buffer_json(b, value ? value : "");
}

/* Races: where the other access is, and what both threads held. */
static void second_access(struct buffer *b, const struct bug *g) {
  text_field(b, "file2", g->file2);
  buffer_format(b, ",\"line2\":%u,\"column2\":%u", g->line2, g->column2);
  text_field(b, "function2", g->function2);
  buffer_format(b, ",\"thread2\":%u", g->thread2);
  text_field(b, "locks", g->locks);
  text_field(b, "locks2", g->locks2);
}

static void list_hints(struct buffer *b, const struct campaign *c) {
  struct hint *hint = NULL;
  size_t count = c->hints && c->target ? hints_list(c->hints, target_shm(c->target), c->symbols, &hint) : 0;
  buffer_text(b, "\"hints\":[");
  for (size_t i = 0; i < count; i++) {
    buffer_format(b, "%s\n    {\"kind\":\"%s\"", i ? "," : "", hint_kind_name(hint[i].kind));
    text_field(b, "file", hint[i].file);
    buffer_format(b, ",\"line\":%u", hint[i].line);
    text_field(b, "message", hint[i].message);
    buffer_format(b, ",\"count\":%lu}", hint[i].count);
  }
  buffer_text(b, "]");
  hints_free(hint, count);
}

static void list_bugs(struct buffer *b, const struct campaign *c) {
  buffer_text(b, "\"bugs\":[");
  for (size_t i = 0; i < c->bugs.count; i++) {
    const struct bug *g = &c->bugs.at[i];
    buffer_format(b, "%s\n    {\"kind\":\"%s\",\"file\":", i ? "," : "", bug_kind_name(g->kind));
    buffer_json(b, g->file);
    buffer_format(b, ",\"line\":%u,\"column\":%u,\"function\":", g->line, g->column);
    buffer_json(b, g->function);
    buffer_text(b, ",\"message\":");
    buffer_json(b, g->message);
    buffer_format(b, ",\"thread\":%u", g->thread);
    if (g->file2) second_access(b, g);
    buffer_format(b, ",\"threads\":%u,\"preemptions\":%u,\"execution\":%lu,\"count\":%lu", g->threads,
                  g->preemptions, g->execution, g->count);
    if (g->interferences != INTERFERENCES_UNKNOWN)
      buffer_format(b, ",\"interferences\":%u", g->interferences);
    buffer_text(b, ",\"test\":");
    buffer_json(b, g->test ? g->test : "");
    buffer_text(b, "}");
  }
  buffer_text(b, "]");
}

static void list_stages(struct buffer *b, const struct smt_counts *n) {
  static const char *const names[] = {
#define STAGE(name, text, help) text,
#include "explore/smt.def"
#undef STAGE
  };
  buffer_format(b, "\"flips\":%lu,\"constraints_seen\":%lu,\"constraints_kept\":%lu,\"decided\":{", n->flips,
                n->steps_seen, n->steps_kept);
  for (int i = 0; i < SMT_STAGES; i++)
    buffer_format(b, "%s\"%s\":%lu", i ? "," : "", names[i], n->decided[i]);
  buffer_text(b, "}");
}

static void estimates(struct buffer *b, const struct campaign *c) {
  double total = c->exhausted ? 0 : estimate_classes(c);
  if (c->stats.done > 0) buffer_format(b, "\"done\":%.9g,", c->stats.done);
  if (total > 0) buffer_format(b, "\"estimated_classes\":%.0f,", total);
}

static void strategy_stats(struct buffer *b, const struct campaign *c, const struct smt_counts *smt) {
  uint64_t runs = c->executions + c->confirmations;
  buffer_text(b, "\"strategy_stats\":{");
  number(b, "pending", c->stats.pending), buffer_text(b, ",");
  estimates(b, c);
  number(b, "pruned", c->pruned), buffer_text(b, ",");
  number(b, "diverged", c->diverged), buffer_text(b, ",");
  number(b, "solver_unknown", c->stats.solver_unknown), buffer_text(b, ",");
  number(b, "depth_bounded", c->stats.depth_bounded), buffer_text(b, ",");
  number(b, "confirmations", c->confirmations), buffer_text(b, ",");
  number(b, "races_unturned", c->races_unturned), buffer_text(b, ",");
  number(b, "tests", c->tests_written), buffer_text(b, ",");
  number(b, "path_tests", c->paths_written), buffer_text(b, ",");
  number(b, "forks", c->forks), buffer_text(b, ",");
  number(b, "in_process", runs > c->forks ? runs - c->forks : 0), buffer_text(b, ",\n    ");
  for (uint32_t i = 0; i < c->stats.own_count; i++)
    number(b, c->stats.own[i].name, c->stats.own[i].value), buffer_text(b, ",");
  interfere_format(b, c, smt);
  list_stages(b, smt);
  buffer_text(b, "}");
}

static long peak_rss_kb(void) {
  struct rusage self = {0};
  getrusage(RUSAGE_SELF, &self);
  return self.ru_maxrss;
}

void summary_format(struct buffer *b, const struct campaign *c) {
  static const struct smt_counts nothing;
  const struct smt_counts *smt = c->smt ? c->smt : &nothing;
  double time = campaign_elapsed(c, c->ended ? c->ended : campaign_now());
  buffer_text(b, "{\"version\":1,\n  \"tool\":\"raddle " RADDLE_VERSION "\",\n  \"program\":");
  buffer_json(b, c->program);
  buffer_format(b, ",\n  \"strategy\":\"%s\",\n  \"verdict\":\"%s\",\n  ",
                c->strategy ? c->strategy->name : "", campaign_verdict(c));
  list_incomplete(b, c);
  buffer_format(b,
                ",\n  \"executions\":%lu,\n  \"redundant\":%lu,\n  \"blocked\":%lu,\n  \"classes\":%lu,\n  "
                "\"paths\":%lu,\n  \"restarts\":%lu,\n  \"threads\":%u,\n  ",
                c->executions, c->redundant, c->blocked, c->classes, c->paths, c->restarts,
                c->threads ? c->threads : 1);
  buffer_format(b, "\"jobs\":%u,\n  ", c->jobs ? c->jobs : 1);
  buffer_format(b, "\"executions_per_second\":%.1f,\n  \"time_s\":%.6f,\n  \"peak_rss_kb\":%ld,\n  ",
                time > 0 ? (double)c->executions / time : 0.0, time, peak_rss_kb());
  buffer_format(b,
                "\"solver\":{\"queries\":%lu,\"sat\":%lu,\"unsat\":%lu,\"unknown\":%lu,\"cached\":%lu,"
                "\"time_s\":%.6f},\n  ",
                smt->queries, smt->sat, smt->unsat, smt->unknown, smt->cached, smt->time);
  buffer_format(
      b, "\"coverage\":{\"branches\":%u,\"branches_covered\":%u,\"lines\":%u,\"lines_covered\":%u},\n  ",
      c->coverage.branches, c->coverage.branches_covered, c->coverage.lines, c->coverage.lines_covered);
  list_bugs(b, c);
  buffer_text(b, ",\n  ");
  list_hints(b, c);
  buffer_text(b, ",\n  ");
  strategy_stats(b, c, smt);
  buffer_text(b, "}\n");
}
