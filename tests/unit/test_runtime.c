/* The runtime from outside: runs end as they should, a run made in-process leaves the same trace as one
 * made in a forked child (but for newly covered blocks), and a reset leaves nothing behind.
 *
 * Compiles tests/programs/runtime/ends.c with the raddle-cc beside it; started from the project's root. */
#include "explore/target.h"
#include <libgen.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct ending {
  int first, second; /* inputs */
  enum end_kind end;
  int kind; /* bug, or exit code */
  const char *message;
  bool with_leaks;
};

/* Those that need a fork come last: after the first one, all runs are forked. */
static const struct ending endings[] = {
    {0, 0, END_EXIT, 0, "", false},
    {1, 0, END_BUG, BUG_HEAP_OVERFLOW, "0 bytes after a block of 10 bytes", false},
    {2, 0, END_BUG, BUG_USE_AFTER_FREE, "at offset 2 of a block of 10 bytes", false},
    {3, 0, END_BUG, BUG_DOUBLE_FREE, "already freed at {pc:", false},
    {4, 0, END_BUG, BUG_INVALID_FREE, "at offset 1 of", false},
    {5, 0, END_BUG, BUG_INVALID_FREE, "not on the heap", false},
    {6, 0, END_BUG, BUG_USE_AFTER_FREE, "write of 4 bytes", false},
    {7, 0, END_BUG, BUG_HEAP_OVERFLOW, "1 bytes before", false},
    {8, 0, END_BUG, BUG_HEAP_OVERFLOW, "0 bytes after a block of 200000", false},
    {9, 0, END_BUG, BUG_USE_AFTER_FREE, "at offset 0", false},
    {10, 0, END_BUG, BUG_NULL_DEREF, "null pointer", false},
    {11, 0, END_BUG, BUG_SEGV, "unmapped", false},
    {12, 0, END_BUG, BUG_SEGV, "stack overflow", false},
    {13, 0, END_EXIT, 0, "", false},
    {14, 9, END_EXIT, 1, "", false},
    {14, 10, END_BUG, BUG_OUT_OF_BOUNDS, "offset 40 of global table of 40 bytes", false},
    {14, -1, END_BUG, BUG_OUT_OF_BOUNDS, "offset -4", false},
    {15, 2, END_EXIT, 1, "", false},
    {15, 4, END_BUG, BUG_OUT_OF_BOUNDS, "a local object of 4 bytes", false},
    {16, 0, END_BUG, BUG_NULL_DEREF, "write through a null pointer", false},
    {17, 0, END_EXIT, 0, "", false},
    {18, 0, END_EXIT, 0, "", false},
    {19, 0, END_EXIT, 0, "", false},
    {19, 0, END_BUG, BUG_LEAK, "1 blocks (30 bytes)", true},
    {20, 0, END_EXIT, 0, "", true},
    {30, 78, END_EXIT, 1, "", false},
    {31, 77, END_EXIT, 1, "", false},
    {32, 10, END_EXIT, 1, "", false},
    {32, 5, END_BUG, BUG_DIV_BY_ZERO, "division by zero", false},
    {33, 7, END_EXIT, 1, "", false},
    {33, 3, END_ASSUME, 0, "", false},
    {34, 9, END_BUG, BUG_ASSERT, "a != 9", false},
    {35, 0, END_LIMIT, 0, "100000 loop iterations", false},
    {36, 0, END_EXIT, 5, "", false},
    {37, 0, END_BUG, BUG_ABORT, "abort() was called", false},
    {38, 1, END_BUG, BUG_ASSERT, "a == b", false},
    {39, 0, END_EXIT, 0, "", false},
    {52, 0, END_BUG, BUG_SIGNAL, "Terminated", false},
    {50, 0, END_BUG, BUG_SIGNAL, "Terminated", false},
    {51, 0, END_EXIT, 0, "", false},
};
enum { ENDINGS = sizeof endings / sizeof *endings, EVENTS = 1 << 12 };

static struct target *target;
static char program[PATH_MAX];

static void plan(const struct ending *e, enum plan_mode mode) {
  struct plan *p = target_plan(target);
  p->mode = mode;
  p->input_count = 8;
  memcpy(p->input, &e->first, 4);
  memcpy(p->input + 4, &e->second, 4);
  target_shm(target)->check_leaks = e->with_leaks;
}

struct copy {
  struct trace trace;
  struct event event[EVENTS];
};

static struct copy execute(const struct ending *e, enum plan_mode mode) {
  static struct copy c;
  plan(e, mode);
  c.trace = *target_run(target);
  assert_true(c.trace.event_count <= EVENTS);
  memcpy(c.event, shm_event(target_shm(target)), c.trace.event_count * sizeof *c.event);
  c.trace.new_coverage = 0;
  return c;
}

static void check_ending(const struct ending *e, const struct trace *t) {
  int64_t kind = t->end == END_BUG ? t->kind : t->end == END_EXIT ? t->value : 0;
  if (t->end != e->end || kind != e->kind || !strstr(t->message, e->message))
    fail_msg("input %d, %d: end %u kind %ld \"%s\", expected end %u kind %d \"%s\"", e->first, e->second,
             t->end, kind, t->message, e->end, e->kind, e->message);
}

static void runs_end_as_they_should(void **state) {
  (void)state;
  for (unsigned i = 0; i < ENDINGS; i++) {
    struct copy c = execute(&endings[i], PLAN_IN_PROCESS);
    check_ending(&endings[i], &c.trace);
  }
}

static void both_ways_leave_the_same_trace(void **state) {
  (void)state;
  for (unsigned i = 0; i < ENDINGS; i++) {
    static struct copy reset, forked;
    reset = execute(&endings[i], PLAN_IN_PROCESS);
    forked = execute(&endings[i], PLAN_FORK);
    assert_memory_equal(&reset.trace, &forked.trace, sizeof reset.trace);
    assert_memory_equal(reset.event, forked.event, reset.trace.event_count * sizeof *reset.event);
  }
}

/* In any order, many times: what one run did must not show in the next. */
static void resets_are_complete(void **state) {
  (void)state;
  static struct copy first[ENDINGS], now;
  unsigned seed = 1, usable = ENDINGS - 2;
  for (unsigned i = 0; i < usable; i++) first[i] = execute(&endings[i], PLAN_IN_PROCESS);
  for (int n = 0; n < 3000; n++) {
    unsigned i = rand_r(&seed) % usable;
    if (endings[i].first == 35) continue;
    now = execute(&endings[i], PLAN_IN_PROCESS);
    assert_memory_equal(&now.trace, &first[i].trace, sizeof now.trace);
    assert_memory_equal(now.event, first[i].event, now.trace.event_count * sizeof *now.event);
  }
  assert_int_equal(target_forks(target), 0);
}

static int start(void **state) {
  (void)state;
  static char *argv[] = {program, NULL};
  char *why = NULL;
  struct target_options options = {.program = program, .argv = argv, .max_loops = 100000, .run_timeout = 20};
  target = target_open(&options, &why);
  if (!target) fprintf(stderr, "%s\n", why);
  return target ? 0 : -1;
}

static int stop(void **state) {
  (void)state;
  target_close(target);
  return 0;
}

static int compile(void **state) {
  (void)state;
  char self[PATH_MAX] = "", command[3 * PATH_MAX];
  if (readlink("/proc/self/exe", self, sizeof self - 1) < 0) return -1;
  strcpy(program, "/tmp/raddle-test-runtime-XXXXXX");
  int fd = mkstemp(program);
  if (fd < 0) return -1;
  close(fd);
  snprintf(command, sizeof command, "%s/../../raddle-cc -g -w tests/programs/runtime/ends.c -o %s",
           dirname(self), program);
  return system(command);
}

static int remove_program(void **state) {
  (void)state;
  return unlink(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(resets_are_complete, start, stop),
      cmocka_unit_test_setup_teardown(runs_end_as_they_should, start, stop),
      cmocka_unit_test_setup_teardown(both_ways_leave_the_same_trace, start, stop),
  };
  return cmocka_run_group_tests(tests, compile, remove_program);
}
