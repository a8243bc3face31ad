/* Reading of `raddle test`'s options: defaults, the environment, what is refused and how.
 *
 * make build/tests/unit/test_options && build/tests/unit/test_options */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "cli/options.h"
#include <stdio.h>

#define WORDS_MAX 16

/* Splits at blanks; the words must outlive the options. */
static char *read_line(struct options *o, const char *line, const char *environment) {
  static char text[512];
  char *argv[WORDS_MAX + 1] = {0};
  int argc = 0;
  snprintf(text, sizeof text, "%s", line);
  for (char *w = strtok(text, " "); w; w = strtok(NULL, " ")) argv[argc++] = w;
  static char *kept[WORDS_MAX + 1];
  memcpy(kept, argv, sizeof argv);
  char *why;
  bool is_read = options_parse(o, argc, kept, environment, &why);
  assert_int_equal(is_read, why == NULL);
  return why;
}

static void accept(struct options *o, const char *line, const char *environment) {
  char *why = read_line(o, line, environment);
  if (why) fail_msg("%s: %s", line, why);
}

/* Refused, with a sentence that contains `part`. */
static void refuse(const char *line, const char *part) {
  struct options o;
  char *why = read_line(&o, line, NULL);
  if (!why) fail_msg("%s was accepted", line);
  if (!strstr(why, part)) fail_msg("%s: the message says nothing of '%s': %s", line, part, why);
  free(why);
  options_free(&o);
}

/* Of an option of the campaign, as text. */
static void value_is(const struct options *o, const char *name, const char *expected) {
  const struct option_row *row = option_find(campaign_option_table(), name, strlen(name));
  assert_non_null(row);
  char *text = option_show(row, &o->campaign);
  assert_string_equal(text, expected);
  free(text);
}

static void defaults(void **state) {
  (void)state;
  struct options o;
  accept(&o, "prog", NULL);
  assert_int_equal(o.what_count, 1);
  assert_string_equal(o.what[0], "prog");
  assert_null(o.program_args[0]);
  assert_ptr_equal(o.campaign.chosen, strategy_default(false));
  assert_null(o.campaign.strategy_name);
  value_is(&o, "preemptions", "none");
  value_is(&o, "pct-depth", "3");
  value_is(&o, "kmax", "100");
  value_is(&o, "no-dedup", "off");
  assert_int_equal(o.campaign.target.granularity_sync, 0);
  assert_int_equal(o.campaign.target.spurious, 0);
  assert_int_equal(o.campaign.target.reuse_memory, 0);
  assert_string_equal(o.campaign.out, "raddle-out");
  assert_int_equal(o.campaign.target.fuzz_max, 16);
  assert_int_equal(o.campaign.target.max_loops, 0);
  assert_true(o.campaign.target.run_timeout == 10);
  assert_int_equal(o.campaign.tests, TESTS_BRANCH);
  assert_true(o.campaign.max_time == 0);
  assert_int_equal(o.campaign.max_execs, 0);
  assert_int_equal(o.campaign.smt.off, 0);
  assert_true(o.campaign.kinds >> BUG_ASSERT & 1);
  assert_false(o.campaign.kinds >> BUG_LEAK & 1);
  assert_false(o.campaign.kinds >> BUG_EXIT_CODE & 1);
  options_free(&o);
}

static void values(void **state) {
  (void)state;
  struct options o;
  accept(&o,
         "-k --max-time 2m --max-execs=7 --strategy dfs --sym-args 2,8 --tests=path -oD a.c b.c -- -x --y",
         NULL);
  assert_true(o.campaign.keep_going);
  assert_true(o.campaign.max_time == 120);
  assert_int_equal(o.campaign.max_execs, 7);
  assert_string_equal(o.campaign.chosen->name, "dfs");
  assert_int_equal(o.campaign.target.sym_args_count, 2);
  assert_int_equal(o.campaign.target.sym_args_length, 8);
  assert_int_equal(o.campaign.tests, TESTS_PATH);
  assert_string_equal(o.campaign.out, "D");
  assert_int_equal(o.what_count, 2);
  assert_string_equal(o.program_args[0], "-x");
  assert_string_equal(o.program_args[1], "--y");
  assert_null(o.program_args[2]);
  options_free(&o);
}

static void of_strategies(void **state) {
  (void)state;
  struct options o;
  accept(&o, "--kmax 7 --no-dedup --preemptions none --pct-depth=5 p", NULL);
  value_is(&o, "kmax", "7");
  value_is(&o, "no-dedup", "on");
  value_is(&o, "no-priority", "off");
  value_is(&o, "pct-depth", "5");
  assert_null(o.campaign.strategy_name);
  options_free(&o);
  accept(&o, "--preemptions 2 p", NULL);
  value_is(&o, "preemptions", "2");
  assert_string_equal(o.campaign.chosen->name, "exhaustive");
  options_free(&o);
}

/* Strategies may name their options as they like, so long as no other option is called that. */
static void names_are_distinct(void **state) {
  (void)state;
  const struct option_table *t = campaign_option_table();
  for (size_t i = 0; i < t->count; i++)
    if (t->rows[i].name)
      assert_ptr_equal(option_find(t, t->rows[i].name, strlen(t->rows[i].name)), &t->rows[i]);
}

static void kinds_and_stages(void **state) {
  (void)state;
  struct options o;
  accept(&o, "--ignore abort,segv --check leak,exit-code --no-slice --no-cache p", NULL);
  assert_false(o.campaign.kinds >> BUG_ABORT & 1);
  assert_false(o.campaign.kinds >> BUG_SEGV & 1);
  assert_true(o.campaign.kinds >> BUG_LEAK & 1);
  assert_true(o.campaign.kinds >> BUG_EXIT_CODE & 1);
  assert_int_equal(o.campaign.target.check_leaks, 1);
  assert_int_equal(o.campaign.smt.off, 1u << SMT_SLICE | 1u << SMT_CACHE);
  options_free(&o);
}

static void environment_comes_first(void **state) {
  (void)state;
  struct options o;
  accept(&o, "--max-execs 5 p", "--max-execs 3  --quiet");
  assert_int_equal(o.campaign.max_execs, 5);
  assert_true(o.report.quiet);
  options_free(&o);
  char *why = read_line(&o, "p", "--max-exec 3");
  assert_non_null(strstr(why, "RADDLE_OPTIONS"));
  assert_non_null(strstr(why, "--max-execs"));
  free(why);
  options_free(&o);
}

static void refusals(void **state) {
  (void)state;
  refuse("", "nothing to test");
  refuse("--max-tiem 3s p", "--max-time");
  refuse("-z p", "raddle help test");
  refuse("p --max-execs", "--max-execs N");
  refuse("--max-execs -3 p", "'-3'");
  refuse("--max-execs 99999999999999999999 p", "number");
  refuse("--depth 4294967296 p", "number");
  refuse("--max-time 3x p", "10s");
  refuse("--max-time -1s p", "10s");
  refuse("--max-time nan p", "10s");
  refuse("--sym-args 2 p", "2,8");
  refuse("--json=yes p", "takes no argument");
  refuse("--ignore abort,nonsense p", "'nonsense'");
  refuse("--strategy dsf p", "dfs");
  refuse("--color blue p", "never");
  refuse("--tests all p", "branch, path or none");
  refuse("--granularity fine p", "access or sync");
  refuse("--preemptions few p", "a number or none");
  refuse("--pct-depth 0 p", "at least 1");
  refuse("--pct-depth none p", "a number (up to 2147483647), not 'none'");
  refuse("--kmax p", "a number (up to 2147483647), not 'p'");
  refuse("--no-dedup=1 p", "takes no argument");
  refuse("--preemptions 2 --strategy dpor p", "--preemptions goes with --strategy exhaustive, not with dpor");
}

static void unfinished_is_said(void **state) {
  (void)state;
  struct options o;
  refuse("--function f --sequence g p", "do not go together");
  refuse("--threads 2 p", "goes with --function");
  refuse("--share all p", "goes with --function");
  refuse("--function f --share all p", "several calls");
  refuse("--invariant ok p", "goes with --function or --sequence");
  refuse("--function f --max-calls 2 p", "goes with --sequence");
  refuse("--sequence f --threads 2 p", "goes with --function");
  refuse("--function f --threads 0 p", "at least 1");
  refuse("-j0 p", "1 to");
  refuse("--report html p", "not available yet");
  accept(&o, "--jobs 3 --report none p", NULL);
  assert_int_equal(o.campaign.jobs, 3);
  options_free(&o);
}

static void distances(void **state) {
  (void)state;
  assert_int_equal(word_distance("", ""), 0);
  assert_int_equal(word_distance("abc", ""), 3);
  assert_int_equal(word_distance("kitten", "sitting"), 3);
  assert_int_equal(word_distance("same", "same"), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(defaults),           cmocka_unit_test(values),
      cmocka_unit_test(of_strategies),      cmocka_unit_test(names_are_distinct),
      cmocka_unit_test(refusals),           cmocka_unit_test(kinds_and_stages),
      cmocka_unit_test(distances),          cmocka_unit_test(environment_comes_first),
      cmocka_unit_test(unfinished_is_said),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
