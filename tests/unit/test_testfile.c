/* test.json: what is written is read back the same, is JSON whatever names and messages hold, and what is no test is
 * refused with a reason.
 *
 * make build/tests/unit/test_testfile && build/tests/unit/test_testfile */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "report/outdir.h"
#include "report/testfile.h"
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static char dir[64];

static int make_dir(void **state) {
  (void)state;
  strcpy(dir, "/tmp/raddle-unit-XXXXXX");
  return mkdtemp(dir) ? 0 : -1;
}

static int remove_dir(void **state) {
  (void)state;
  char command[128];
  snprintf(command, sizeof command, "rm -rf %s", dir);
  return system(command);
}

static char *in_dir(const char *name) {
  static char path[256];
  snprintf(path, sizeof path, "%s/%s", dir, name);
  return path;
}

static void write_text(const char *path, const char *text) {
  assert_true(file_write(path, text, strlen(text)));
}

static uint8_t bytes[] = {0xff, 0xff, 0xff, 0xff, 'h', 'i', 0, '"', 200};
static struct input_object objects[] = {
    {.first = 0, .bytes = 4, .is_signed = 1, .is_scalar = 1, .name = "x"},
    {.first = 4, .bytes = 4, .name = "text \"quoted\"\n"},
    {.first = 8, .bytes = 1, .is_scalar = 1, .name = "\xff"},
};

static void format_test(struct buffer *b, const struct trace *trace, const struct bug *bug) {
  struct target_options options = {.sym_stdin = 3,
                                   .fuzz_max = 9,
                                   .sym_args_count = 2,
                                   .sym_args_length = 8,
                                   .max_loops = 1000,
                                   .max_steps = 2000,
                                   .check_leaks = 1};
  char *args[] = {"-v", "a b\\", NULL};
  struct input in = {.bytes = {.at = bytes, .count = sizeof bytes, .capacity = sizeof bytes}};
  struct run run = {.trace = trace, .input = &in};
  testfile_prefix(b, "program/p", args, &options);
  testfile_format(b, &run, objects, bug);
}

static void round_trip(void **state) {
  (void)state;
  struct trace *trace = calloc(1, sizeof *trace);
  struct bug bug = {
      .kind = BUG_ASSERT, .file = "a.c", .line = 12, .function = "f", .message = "x > 0 && \"y\""};
  struct buffer b = {0};
  struct test t;
  char *why;
  *trace = (struct trace){.end = END_BUG, .kind = BUG_ASSERT, .object_count = 3, .event_count = 77};
  format_test(&b, trace, &bug);
  char *path = in_dir("t.json");
  assert_true(file_write(path, b.at, b.count));
  if (!testfile_read(path, &t, &why)) fail_msg("%s", why);
  assert_string_equal(t.program, "program/p");
  assert_string_equal(t.args[1], "a b\\");
  assert_null(t.args[2]);
  assert_int_equal(t.options.sym_stdin, 3);
  assert_int_equal(t.options.fuzz_max, 9);
  assert_int_equal(t.options.sym_args_count, 2);
  assert_int_equal(t.options.sym_args_length, 8);
  assert_int_equal(t.options.max_loops, 1000);
  assert_int_equal(t.options.max_steps, 2000);
  assert_int_equal(t.options.check_leaks, 1);
  assert_int_equal(t.input.count, sizeof bytes);
  assert_memory_equal(t.input.at, bytes, sizeof bytes);
  assert_int_equal(t.objects.count, 3);
  assert_string_equal(t.objects.at[1].name, objects[1].name);
  assert_int_equal(t.objects.at[0].is_signed, 1);
  assert_int_equal(t.objects.at[1].is_scalar, 0);
  assert_int_equal(t.objects.at[2].first, 8);
  assert_int_equal(t.end, END_BUG);
  assert_int_equal(t.kind, BUG_ASSERT);
  assert_string_equal(t.file, "a.c");
  assert_int_equal(t.line, 12);
  assert_string_equal(t.function, "f");
  assert_string_equal(t.message, bug.message);
  assert_int_equal(t.events, 77);
  testfile_free(&t);
  buffer_free(&b);
  free(trace);
}

static void values_are_shown(void **state) {
  (void)state;
  struct buffer b = {0};
  for (int i = 0; i < 3; i++) {
    input_value_format(&b, &objects[i], bytes, sizeof bytes);
    buffer_text(&b, " ");
  }
  assert_string_equal(buffer_string(&b), "-1 \"hi\\000\\\"\" 200 ");
  buffer_clear(&b);
  input_value_format(&b, &objects[0], bytes, 1); /* a run that ended early: the rest is zero */
  assert_string_equal(buffer_string(&b), "255");
  buffer_free(&b);
}

static void exit_without_bug(void **state) {
  (void)state;
  struct trace *trace = calloc(1, sizeof *trace);
  struct buffer b = {0};
  struct test t;
  char *why;
  *trace = (struct trace){.end = END_EXIT, .value = -3};
  format_test(&b, trace, NULL);
  write_text(in_dir("e.json"), buffer_string(&b));
  if (!testfile_read(in_dir("e.json"), &t, &why)) fail_msg("%s", why);
  assert_int_equal(t.end, END_EXIT);
  assert_int_equal(t.exit_code, -3);
  assert_int_equal(t.objects.count, 0);
  testfile_free(&t);
  buffer_free(&b);
  free(trace);
}

static void refuse(const char *text, const char *part) {
  struct test t;
  char *why = NULL, *path = in_dir("bad.json");
  write_text(path, text);
  assert_false(testfile_read(path, &t, &why));
  if (!strstr(why, part)) fail_msg("the message says nothing of '%s': %s", part, why);
  free(why);
}

static void refusals(void **state) {
  (void)state;
  struct test t;
  char *why;
  assert_false(testfile_read(in_dir("missing.json"), &t, &why));
  assert_non_null(strstr(why, "cannot be read"));
  free(why);
  refuse("{", "not JSON");
  refuse("[]", "version");
  refuse("{\"version\":1}", "program");
  refuse("{\"version\":1,\"program\":\"p\",\"input\":{\"0\":\"0\"}}", "hexadecimal");
  refuse("{\"version\":1,\"program\":\"p\",\"input\":{\"0\":\"zz\"}}", "hexadecimal");
  refuse("{\"version\":1,\"program\":\"p\"}", "outcome");
  refuse("{\"version\":1,\"program\":\"p\",\"expect\":{\"end\":\"bug\",\"kind\":\"nonsense\"}}", "outcome");
}

static void program_is_found_above(void **state) {
  (void)state;
  struct test t = {.program = "program/p"};
  assert_int_equal(mkdir(in_dir("program"), 0777), 0);
  assert_int_equal(mkdir(in_dir("bugs"), 0777), 0);
  assert_int_equal(mkdir(in_dir("bugs/001-assert"), 0777), 0);
  write_text(in_dir("bugs/001-assert/test.json"), "{}");
  assert_null(testfile_program(in_dir("bugs/001-assert/test.json"), &t));
  write_text(in_dir("program/p"), "x");
  chmod(in_dir("program/p"), 0777);
  char *found = testfile_program(in_dir("bugs/001-assert/test.json"), &t);
  assert_non_null(found);
  assert_non_null(strstr(found, "/program/p"));
  free(found);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(round_trip),
      cmocka_unit_test(values_are_shown),
      cmocka_unit_test(exit_without_bug),
      cmocka_unit_test(refusals),
      cmocka_unit_test(program_is_found_above),
  };
  return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
