/* test.json: what is written is read back the same, is JSON whatever names and messages hold, and what is no test is
 * refused with a reason. A run with threads, loaded into the tables of a fresh program, is the plan that repeats it.
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
#include "fake_shm.h"
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

static struct files files;

static void write_text(const char *path, const char *text) {
  assert_true(file_write(&files, path, text, strlen(text)));
}

static uint8_t bytes[] = {0xff, 0xff, 0xff, 0xff, 'h', 'i', 0, '"', 200};
static struct input_object objects[] = {
    {.first = 0, .flat = 0, .bytes = 4, .is_signed = 1, .is_scalar = 1, .name = "x"},
    {.first = 4, .flat = 4, .bytes = 4, .name = "text \"quoted\"\n"},
    {.first = 8, .flat = 8, .bytes = 1, .is_scalar = 1, .name = "\xff"},
};

static void format_test(struct buffer *b, const struct trace *trace, const struct bug *bug) {
  struct shm *s = fake_shm();
  memcpy(shm_object(s), objects, sizeof objects);
  s->trace = *trace;
  struct target_options options = {.sym_stdin = 3,
                                   .fuzz_max = 9,
                                   .sym_args_count = 2,
                                   .sym_args_length = 8,
                                   .max_loops = 1000,
                                   .max_steps = 2000,
                                   .check_leaks = 1};
  char *args[] = {"-v", "a b\\", NULL};
  struct input in = {.bytes = {.at = bytes, .count = sizeof bytes, .capacity = sizeof bytes}};
  struct run run = {.trace = &s->trace, .events = shm_event(s), .input = &in};
  json_t *head = testfile_head("program/p", args, &options);
  testfile_format(b, head, s, &run, bug);
  json_decref(head);
  fake_shm_free(s);
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
  assert_true(file_write(&files, path, b.at, b.count));
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

/* ---- threads ---- */

static uint8_t thread_input[] = {1, 2, 3, 4, 5, 6, 7};

/* Three threads of a campaign that has seen more of everything: thread 2 is not in this run, nor is the last visible
 * object in force; input bytes 2 and 3 belong to another run. */
static struct shm *threaded_run(void) {
  struct shm *s = fake_shm();
  static const struct thread_name names[] = {
      {0}, {0, 0, 0x401000}, {1, 0, 0x401000}, {0, 1, 0x402000}, {0, 2, 0}};
  memcpy(shm_thread(s), names, sizeof names);
  shm_tables(s)->thread_count = 5;
  fake_global(s, "counter", "a.c", 3, 0x500000, 4);
  fake_global(s, "table", "b.c", 4, 0x500010, 64);
  fake_local(s, "sum", "work", "a.c", 9, 16);
  static const struct visible visible[] = {{VISIBLE_GLOBAL, 0, 1},
                                           {VISIBLE_HEAP, 0, 0x401234},
                                           {VISIBLE_LOCAL, 0, 0},
                                           {VISIBLE_PLACE, 24, 0x10000000040},
                                           {VISIBLE_GLOBAL, 0, 0}};
  memcpy(shm_visible(s), visible, sizeof visible);
  shm_tables(s)->visible_count = 5;
  s->plan.visible_count = 4;
  static const struct input_object asked[] = {
      {.thread = 0, .first = 0, .flat = 0, .bytes = 2},
      {.thread = 3, .first = 0, .flat = 4, .bytes = 1},
      {.thread = 3, .first = 1, .flat = 5, .bytes = 2, .is_scalar = 1, .name = "n"}};
  memcpy(shm_object(s), asked, sizeof asked);
  s->trace.object_count = 3;
  s->trace.thread_count = 3;
  fake_event(s, (struct event){.kind = EV_CREATE, .thread = 0, .aux = 1});
  fake_event(s, (struct event){.kind = EV_CREATE, .thread = 0, .aux = 3});
  fake_event(s, (struct event){.kind = EV_READ, .thread = 1, .addr = 0x500000, .aux = 4});
  fake_event(s,
             (struct event){.kind = EV_WRITE, .thread = 1, .addr = 0x500000, .aux = 4, .taken = EVENT_FUSED});
  fake_event(s, (struct event){.kind = EV_READ, .thread = 1, .addr = 0x500000, .aux = 4});
  fake_event(s, (struct event){.kind = EV_LOCK, .thread = 3, .addr = 0x500010});
  fake_event(s, (struct event){.kind = EV_BRANCH, .thread = 3});
  fake_event(s, (struct event){.kind = EV_READ, .thread = 1, .addr = 0x500000, .aux = 4});
  return s;
}

/* A line of paths.jsonl is the test without the names of its inputs, on one line. */
static void line_says_the_same(const json_t *head, const struct shm *s, const struct run *run,
                               const char *whole) {
  struct testfile_lines *lines = testfile_lines_open(head);
  struct buffer line = {0};
  testfile_line(lines, &line, s, run);
  assert_ptr_equal(strchr(buffer_string(&line), '\n'), line.at + line.count - 1);
  json_t *expected = json_loads(whole, 0, NULL), *got = json_loads(line.at, 0, NULL);
  assert_non_null(got);
  json_object_set_new(expected, "inputs", json_array());
  assert_true(json_equal(expected, got));
  json_decref(expected);
  json_decref(got);
  testfile_lines_close(lines);
  buffer_free(&line);
}

static void read_back(struct shm *s, struct test *t) {
  struct input in = {
      .bytes = {.at = thread_input, .count = sizeof thread_input, .capacity = sizeof thread_input}};
  struct run run = {.trace = &s->trace, .events = shm_event(s), .input = &in};
  struct target_options options = {.granularity_sync = 1, .reuse_memory = 1};
  struct buffer b = {0};
  char *why;
  json_t *head = testfile_head("p", NULL, &options);
  testfile_format(&b, head, s, &run, NULL);
  line_says_the_same(head, s, &run, buffer_string(&b));
  json_decref(head);
  write_text(in_dir("threads.json"), buffer_string(&b));
  buffer_free(&b);
  if (!testfile_read(in_dir("threads.json"), t, &why)) fail_msg("%s", why);
}

static void threads_round_trip(void **state) {
  (void)state;
  struct shm *s = threaded_run(), *fresh = fake_shm();
  struct test t;
  fake_event(s, (struct event){.kind = EV_FAIL, .thread = 3}); /* a failure is a step */
  s->trace.end = END_BUG, s->trace.kind = BUG_ASSERT, s->trace.thread = 3;
  read_back(s, &t);
  assert_int_equal(t.options.granularity_sync, 1);
  assert_int_equal(t.options.spurious, 0);
  assert_int_equal(t.options.reuse_memory, 1);
  fake_global(fresh, "counter", "a.c", 3, 0x500000, 4);
  fake_global(fresh, "table", "b.c", 4, 0x500010, 64);
  fake_local(fresh, "sum", "work", "a.c", 9, 16);
  assert_int_equal(testfile_load(&t, fresh), 0);

  assert_int_equal(shm_tables(fresh)->thread_count, 4); /* up to the last that the run had */
  assert_int_equal(shm_thread(fresh)[2].parent, 1);
  assert_int_equal(shm_thread(fresh)[3].index, 1);
  assert_int_equal(shm_tables(fresh)->visible_count, 4);
  assert_int_equal(fresh->plan.visible_count, 4);
  assert_memory_equal(shm_visible(fresh), shm_visible(s), 4 * sizeof(struct visible));

  /* The bytes of the run, thread after thread. */
  static const uint8_t flat[] = {1, 2, 5, 6, 7};
  assert_int_equal(shm_tables(fresh)->span_count, 2);
  assert_int_equal(shm_tables(fresh)->flat_count, 5);
  assert_int_equal(fresh->plan.input_count, 5);
  assert_memory_equal(fresh->plan.input, flat, sizeof flat);
  assert_int_equal(shm_span(fresh)[1].thread, 3);
  assert_int_equal(shm_span(fresh)[1].flat, 2);
  assert_int_equal(shm_span(fresh)[1].count, 3);
  assert_int_equal(t.objects.at[2].flat, 3);

  /* Two steps of thread 1 (one was fused), one of 3, one of 1; then the one that went wrong. */
  static const struct plan_run runs[] = {{1, 2}, {3, 1}, {1, 1}, {3, 1}};
  assert_int_equal(fresh->plan.run_count, 4);
  assert_memory_equal(fresh->plan.run, runs, sizeof runs);
  testfile_free(&t);
  fake_shm_free(s);
  fake_shm_free(fresh);
}

/* Usual runs are written by hand, others by the library: read_back compares both. */
static void every_end_is_written_alike(void **state) {
  (void)state;
  for (int end = END_EXIT; end < END_COUNT; end++) {
    struct shm *s = threaded_run();
    struct test t;
    s->trace.end = end, s->trace.value = -3;
    read_back(s, &t);
    assert_int_equal(t.end, end);
    assert_int_equal(t.exit_code, -3);
    testfile_free(&t);
    fake_shm_free(s);
  }
}

static void no_step_after_a_deadlock(void **state) {
  (void)state;
  struct shm *s = threaded_run();
  struct test t;
  s->trace.end = END_BUG, s->trace.kind = BUG_DEADLOCK, s->trace.thread = 3;
  read_back(s, &t);
  assert_int_equal(t.schedule.count, 3);
  testfile_free(&t);
  fake_shm_free(s);
}

/* Built again: variables have other numbers and lines, and one is gone. */
static void visible_in_another_build(void **state) {
  (void)state;
  struct shm *s = threaded_run(), *fresh = fake_shm();
  struct test t;
  s->trace.end = END_EXIT;
  read_back(s, &t);
  fake_global(fresh, "new", "a.c", 1, 0x500000, 4);
  fake_global(fresh, "counter", "a.c", 4, 0x500004, 4);
  fake_global(fresh, "table", "b.c", 7, 0x500020, 64);
  assert_int_equal(testfile_load(&t, fresh), 1);
  assert_int_equal(shm_tables(fresh)->visible_count, 3);
  assert_int_equal(shm_visible(fresh)[0].id, 2);
  assert_int_equal(shm_visible(fresh)[1].kind, VISIBLE_HEAP);
  testfile_free(&t);
  fake_shm_free(s);
  fake_shm_free(fresh);
}

/* More pieces than a plan holds: then the plan that made them is written. */
static void very_long_schedule(void **state) {
  (void)state;
  struct shm *s = threaded_run(), *fresh = fake_shm();
  struct test t;
  for (uint32_t i = 0; i < PLAN_RUNS_MAX; i++)
    fake_event(s, (struct event){.kind = EV_READ, .thread = i % 2, .addr = 0x500000, .aux = 4});
  s->trace.end = END_EXIT;
  s->plan.policy = POLICY_RANDOM;
  s->plan.seed = 0xfedcba9876543210;
  s->plan.run_count = 1;
  s->plan.run[0] = (struct plan_run){1, 7};
  s->plan.postponed_count = 2;
  s->plan.postponed[1] = 5;
  read_back(s, &t);
  testfile_load(&t, fresh);
  assert_int_equal(fresh->plan.run_count, 1);
  assert_int_equal(fresh->plan.run[0].count, 7);
  assert_int_equal(fresh->plan.policy, POLICY_RANDOM);
  assert_true(fresh->plan.seed == 0xfedcba9876543210);
  assert_int_equal(fresh->plan.postponed_count, 2);
  assert_int_equal(fresh->plan.postponed[1], 5);
  testfile_free(&t);
  fake_shm_free(s);
  fake_shm_free(fresh);
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
  refuse("{\"version\":1,\"program\":\"p\",\"input\":{\"x\":\"00\"}}", "input");
  refuse("{\"version\":1,\"program\":\"p\",\"threads\":[{\"parent\":1,\"index\":0}]}", "threads");
  refuse("{\"version\":1,\"program\":\"p\",\"visible\":[{\"kind\":\"register\"}]}", "visible");
  refuse("{\"version\":1,\"program\":\"p\",\"schedule\":[[0]]}", "schedule");
  refuse("{\"version\":1,\"program\":\"p\",\"schedule\":[[0,0]]}", "schedule");
  refuse("{\"version\":1,\"program\":\"p\",\"schedule\":[[-1,2]]}", "schedule");
  refuse("{\"version\":1,\"program\":\"p\",\"policy\":{\"name\":\"luck\"}}", "schedule");
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
      cmocka_unit_test(threads_round_trip),
      cmocka_unit_test(every_end_is_written_alike),
      cmocka_unit_test(no_step_after_a_deadlock),
      cmocka_unit_test(visible_in_another_build),
      cmocka_unit_test(very_long_schedule),
      cmocka_unit_test(values_are_shown),
      cmocka_unit_test(exit_without_bug),
      cmocka_unit_test(refusals),
      cmocka_unit_test(program_is_found_above),
  };
  return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
