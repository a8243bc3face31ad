/* The figures of strategy `interfere`, in summary.json and as rows of table 1 of con2colic testing: two of its rows come out as they
 * are printed there.
 *
 * make build/tests/unit/test_interfere_table && build/tests/unit/test_interfere_table */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "explore/strategy/interfere/own.h"
#include "report/summary.h"

static const struct campaign_options options = {.program = "p"};

static struct campaign campaign_of(const struct interfere_figures *s, uint32_t branches, uint32_t covered,
                                   double time) {
  struct campaign c = {
      .options = &options, .strategy = strategy_find("interfere"), .started = 1, .ended = 1 + time};
  c.coverage.branches = branches;
  c.coverage.branches_covered = covered;
  c.stats.figures = s;
  c.stats.report = &interfere_report;
  return c;
}

static void add_bug(struct campaign *c, uint32_t interferences) {
  struct bug bug = {.kind = BUG_ASSERT,
                    .file = "p.c",
                    .function = "f",
                    .message = "",
                    .threads = 3,
                    .interferences = interferences};
  vec_push(&c->bugs, bug);
}

static json_t *summary_of(const struct campaign *c) {
  struct buffer b = {0};
  json_error_t error;
  summary_format(&b, c);
  json_t *j = json_loads(buffer_string(&b), 0, &error);
  if (!j) fail_msg("%s in:\n%s", error.text, buffer_string(&b));
  buffer_free(&b);
  return j;
}

static void has(const json_t *j, const char *text) {
  struct buffer b = {0};
  interfere_report.describe(&b, j);
  if (!strstr(buffer_string(&b), text)) fail_msg("no '%s' in:\n%s", text, buffer_string(&b));
  buffer_free(&b);
}

static void bluetooth(void **state) {
  (void)state;
  struct interfere_figures s = {.threads = 3,
                                .inputs = 2,
                                .max_k = 2,
                                .reason = INTERFERE_FULL_COVERAGE,
                                .branches_by_k = {14, 8, 2},
                                .candidates = 282,
                                .realizable = 40,
                                .unrealizable_data = 200,
                                .unrealizable_order = 30,
                                .dead = 12,
                                .duplicates = 7};
  struct campaign c = campaign_of(&s, 24, 24, 0.5);
  struct smt_counts smt = {.queries = 99};
  c.smt = &smt;
  add_bug(&c, 2);
  json_t *j = summary_of(&c);
  has(j, "threads  inputs  branches  by k    max k (reason)     k=0 -> max  bug (k)  candidates  time\n"
         "3        2       24        14/8/2  2 (full coverage)  14 -> 24    yes (2)  282         0.5 s\n");
  has(j, "candidates: 40 realizable, 230 unrealizable (data 200, order 30), 12 dead, 7 duplicates; 99 "
         "queries\n");
  const json_t *o = json_object_get(json_object_get(j, "strategy_stats"), "interfere");
  assert_int_equal(json_integer_value(json_object_get(o, "candidates")), 282);
  assert_int_equal(json_integer_value(json_object_get(o, "covered")), 24);
  assert_int_equal(json_integer_value(json_object_get(o, "queries")), 99);
  assert_int_equal(json_array_size(json_object_get(o, "branches_by_k")), 3);
  const json_t *bug = json_array_get(json_object_get(j, "bugs"), 0);
  assert_int_equal(json_integer_value(json_object_get(bug, "interferences")), 2);
  json_decref(j);
  vec_free(&c.bugs);
}

/* Nothing new at degrees 2 to 15: they are not listed. */
static void splay(void **state) {
  (void)state;
  struct interfere_figures s = {.threads = 3,
                                .max_k = 15,
                                .reason = INTERFERE_MAX_COVERAGE,
                                .branches_by_k = {46, 14, 4},
                                .candidates = 3501};
  struct campaign c = campaign_of(&s, 112, 64, 6.2);
  json_t *j = summary_of(&c);
  has(j, "\n3        0       112       46/14/4  15 (max coverage)  46 -> 64    no       3501        6.2 s\n");
  json_decref(j);
}

static void several_bugs(void **state) {
  (void)state;
  struct interfere_figures s = {.max_k = UINT32_MAX, .reason = INTERFERE_KMAX};
  struct campaign c = campaign_of(&s, 0, 0, 0);
  add_bug(&c, 4);
  add_bug(&c, 0);
  add_bug(&c, 4);
  json_t *j = summary_of(&c);
  has(j, "yes (0, 4)");
  has(j, "(kmax)");
  json_decref(j);
  vec_free(&c.bugs);
}

/* The strategy does not know that it was stopped. */
static void stopped(void **state) {
  (void)state;
  struct interfere_figures s = {.max_k = 1};
  struct campaign c = campaign_of(&s, 8, 7, 1);
  c.incomplete[INCOMPLETE_MAX_TIME].count = 1;
  json_t *j = summary_of(&c);
  has(j, "1 (max-time)");
  json_decref(j);
  c.incomplete[INCOMPLETE_MAX_TIME].count = 0;
  j = summary_of(&c);
  has(j, "1 (not over)");
  json_decref(j);
  c.ended = 0;
  j = summary_of(&c);
  has(j, "1 (not over)");
  json_decref(j);
}

static void other_strategies(void **state) {
  (void)state;
  struct campaign c = campaign_of(NULL, 8, 7, 1);
  struct buffer b = {0};
  json_t *j = summary_of(&c);
  interfere_report.describe(&b, j);
  assert_int_equal(b.count, 0);
  assert_null(json_object_get(json_object_get(j, "strategy_stats"), "interfere"));
  json_decref(j);
  buffer_free(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(bluetooth), cmocka_unit_test(splay),
                                     cmocka_unit_test(several_bugs), cmocka_unit_test(stopped),
                                     cmocka_unit_test(other_strategies)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
