/* A run that shows something: which places make the exploration incomplete, and is the run worth
 * a test? */
#include "campaign/ledger.h"
#include "base/check.h"
#include <stdio.h>

/* ---- places ---- */

/* "file.c:12 what"; a site of 0 is no place. */
static const char *place_text(struct campaign *c, uint32_t site, const char *what, char *text, size_t size) {
  const struct shm *s = target_shm(c->target);
  const struct program_site *p = &shm_site(s)[site];
  if (!site || site >= s->site_count)
    snprintf(text, size, "%s", what);
  else
    snprintf(text, size, "%s:%u %s", target_string(c->target, p->file), p->line, what);
  return *text ? text : NULL;
}

/* Only the first event at a site is looked at; the tally has counted it. */
static void note_place(struct campaign *c, enum incomplete_reason reason, const struct event *e) {
  uint32_t site = e->site < target_shm(c->target)->site_count ? e->site : 0;
  uint8_t bit = event_reason_bit(reason);
  char text[400];
  bool is_known = c->ledger->is_noted[site] & bit;
  c->ledger->is_noted[site] |= bit;
  if (is_known) return;
  const char *what = e->aux ? target_string(c->target, e->aux) : "";
  char by[128];
  if (reason == INCOMPLETE_OUTSIDE_ORDER) {
    snprintf(by, sizeof by, "%s() by thread %u", what, e->thread);
    what = by;
  }
  if (site || !e->addr) {
    incomplete_add(c, reason, 0, place_text(c, site, what, text, sizeof text));
    return;
  }
  snprintf(text, sizeof text, "{pc:%#lx} %s", e->addr, what);
  char *placed = bug_message(text, target_shm(c->target), c->symbols);
  incomplete_add(c, reason, 0, placed);
  free(placed);
}

static void note_events(struct campaign *c, const struct run *run) {
  for (const struct event *e = run->events, *end = e + run->trace->event_count; e < end; e++) {
    if (event_has_reason(e)) note_place(c, event_reason(e), e);
  }
}

static void note_site(struct campaign *c, enum incomplete_reason reason, const struct trace *t) {
  char text[800];
  incomplete_add(c, reason, 1, place_text(c, t->site, t->message, text, sizeof text));
}

static enum incomplete_reason reason_of_limit(int64_t value) {
  switch (value) {
  case 0: return INCOMPLETE_MAX_STEPS;
  case BOUND_OBJECTS: return INCOMPLETE_MAX_OBJECTS;
  case BOUND_DEPTH: return INCOMPLETE_MAX_DEPTH;
  case BOUND_ARRAY: return INCOMPLETE_MAX_ARRAY;
  default: return INCOMPLETE_UNFAIR;
  }
}

static void note_end(struct campaign *c, const struct trace *t, enum verdict_of_run verdict) {
  if (t->end == END_FULL)
    note_site(c, INCOMPLETE_TRACE_FULL, t);
  else if (t->end == END_LOST && !bug_is_shown(t, ~0u))
    note_site(c, INCOMPLETE_LOST, t);
  else if (t->end == END_LIMIT)
    note_site(c, reason_of_limit(t->value), t);
  if (verdict != RUN_DIVERGED) return;
  char example[64];
  snprintf(example, sizeof example, "execution %lu", c->executions);
  incomplete_add(c, INCOMPLETE_DIVERGENCE, 1, example);
}

/* ---- tests ---- */

/* Did the run reach a branch or line that none before it did? */
static bool covers_more(struct campaign *c, const struct trace *t) {
  if (!t->new_coverage) return false;
  struct coverage before = c->coverage;
  const struct shm *s = target_shm(c->target);
  c->coverage = coverage_measure(s, c->ledger->lines);
  state_db_put_bytes(c->ledger->db, "coverage", shm_coverage(s), s->block_count);
  check(c->coverage.branches_covered >= before.branches_covered &&
        c->coverage.lines_covered >= before.lines_covered);
  check(c->coverage.branches_covered <= c->coverage.branches &&
        c->coverage.lines_covered <= c->coverage.lines);
  return c->coverage.branches_covered > before.branches_covered ||
         c->coverage.lines_covered > before.lines_covered;
}

static void keep_test(struct campaign *c, const struct run *run) {
  char name[32];
  snprintf(name, sizeof name, "tests/%06lu.json", c->tests_written + 1);
  if (!c->observer.test(c->observer.context, c, run, name)) return;
  c->tests_written++;
  state_db_test(c->ledger->db, name, c->executions, run->trace);
}

static void keep_tests(struct campaign *c, const struct run *run, enum verdict_of_run verdict) {
  bool is_more = covers_more(c, run->trace);
  uint32_t wanted = c->options->tests;
  if (wanted == TESTS_NONE || verdict == RUN_PRUNED) return;
  if (is_more) keep_test(c, run);
  if (wanted == TESTS_PATH && verdict == RUN_NEW)
    c->paths_written += c->observer.path(c->observer.context, c, run);
}

void ledger_run(struct campaign *c, const struct run *run, enum verdict_of_run verdict) {
  note_events(c, run);
  if (run->trace->end != END_EXIT || verdict == RUN_DIVERGED) note_end(c, run->trace, verdict);
  keep_tests(c, run, verdict);
}
