/* What is told about threads: deadlocks, locks held, who freed a block, hints. No symbolizer: places come from the site
 * tables, names from the table of globals.
 *
 * make build/tests/unit/test_threads_text && build/tests/unit/test_threads_text */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "detect/bug.h"
#include "detect/hints.h"
#include "detect/locks.h"
#include "detect/race_bug.h"
#include <stdlib.h>
#include <sys/mman.h>

#define NOBODY UINT32_MAX
enum { M = 0x1000, N = 0x2000, C = 0x3000, X = 0x4000 };

static struct shm *program;

static uint32_t string(const char *text) {
  uint32_t at = program->strings_size;
  strcpy(shm_strings(program) + at, text);
  program->strings_size += (uint32_t)strlen(text) + 1;
  return at;
}

static void add_global(const char *name, uint64_t address, uint64_t size) {
  shm_global(program)[program->global_count++] =
      (struct program_global){.address = address, .size = size, .name = string(name)};
}

/* Site n is line n of a.c. */
static int make_program(void **state) {
  (void)state;
  program = mmap(NULL, SHM_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (program == MAP_FAILED) return -1;
  program->strings_size = 1;
  uint32_t file = string("a.c"), f = string("f");
  program->site_count = 100;
  for (uint32_t i = 1; i < 100; i++) shm_site(program)[i] = (struct program_site){file, f, i, 1, 0, 0};
  shm_block(program)[0] = (struct program_block){file, f, 1, 0};
  program->block_count = 1;
  add_global("m", M, 40);
  add_global("n", N, 40);
  add_global("c", C, 48);
  add_global("x", X, 4);
  return 0;
}

static int drop_program(void **state) {
  (void)state;
  return munmap(program, SHM_SIZE);
}

static struct trace *begin(enum end_kind end, enum bug_kind kind) {
  struct trace *t = &program->trace;
  memset(t, 0, sizeof *t);
  t->end = end, t->kind = kind, t->thread_count = 3;
  for (int i = 0; i < PLAN_STACKS; i++) program->plan.stack_at[i] = UINT32_MAX;
  return t;
}

static void add(uint32_t thread, enum event_kind kind, uint64_t addr, uint32_t aux, uint32_t site) {
  shm_event(program)[program->trace.event_count++] =
      (struct event){.kind = kind, .thread = (uint16_t)thread, .site = site, .aux = aux, .addr = addr};
}

static void add_waiting(uint32_t thread, enum event_kind kind, uint64_t object, uint32_t site,
                        uint32_t holder, uint32_t since) {
  shm_waiting(program)[program->trace.waiting_count++] = (struct waiting){
      .thread = thread, .kind = kind, .site = site, .holder = holder, .holder_site = since, .object = object};
}

static struct bug bug_of_run(void) {
  struct bug b;
  assert_true(bug_from_trace(&program->trace, program, NULL, BUG_KINDS_DEFAULT, &b));
  return b;
}

/* ---- deadlocks ---- */

static void cycle(void **state) {
  (void)state;
  begin(END_BUG, BUG_DEADLOCK);
  add_waiting(0, EV_JOIN, 0, 30, 1, 0);
  add_waiting(1, EV_LOCK, N, 21, 2, 12);
  add_waiting(2, EV_LOCK, M, 13, 1, 20);
  struct bug b = bug_of_run();
  assert_string_equal(b.message, "thread 1 waits for the lock n at a.c:21, held by thread 2 since a.c:12; "
                                 "thread 2 waits for the lock m at a.c:13, held by thread 1 since a.c:20; "
                                 "thread 0 waits for the end of thread 1 at a.c:30");
  assert_int_equal(b.line, 13);
  assert_string_equal(b.waits, "m at a.c:13, n at a.c:21"); /* who waits for the cycle is no part of it */
  bug_free(&b);
}

/* The same cycle with the threads exchanged and main waiting elsewhere is the same bug; another cycle is not. */
static void deadlock_identities(void **state) {
  (void)state;
  begin(END_BUG, BUG_DEADLOCK);
  add_waiting(0, EV_JOIN, 0, 30, 1, 0);
  add_waiting(1, EV_LOCK, N, 21, 2, 12);
  add_waiting(2, EV_LOCK, M, 13, 1, 20);
  struct bug a = bug_of_run();
  uint64_t fingerprint = bug_fingerprint(&program->trace, program);
  begin(END_BUG, BUG_DEADLOCK);
  add_waiting(0, EV_JOIN, 0, 31, 2, 0);
  add_waiting(1, EV_LOCK, M, 13, 2, 20);
  add_waiting(2, EV_LOCK, N, 21, 1, 12);
  struct bug b = bug_of_run();
  assert_true(bug_is_same(&a, &b));
  assert_true(bug_fingerprint(&program->trace, program) == fingerprint);
  bug_free(&b);
  shm_waiting(program)[1].site = 14;
  b = bug_of_run();
  assert_false(bug_is_same(&a, &b));
  assert_false(bug_fingerprint(&program->trace, program) == fingerprint);
  bug_free(&b);
  shm_waiting(program)[1].site = 13; /* the same code, but another lock: another cycle */
  shm_waiting(program)[1].object = C;
  b = bug_of_run();
  assert_false(bug_is_same(&a, &b));
  assert_false(bug_fingerprint(&program->trace, program) == fingerprint);
  bug_free(&a);
  bug_free(&b);
}

/* Main holds a lock and joins one thread after the other: which of them it is, and where, does not matter. */
static void join_in_a_cycle(void **state) {
  (void)state;
  begin(END_BUG, BUG_DEADLOCK);
  add_waiting(0, EV_JOIN, 0, 30, 1, 0);
  add_waiting(1, EV_LOCK, M, 13, 0, 25);
  add_waiting(2, EV_LOCK, M, 13, 0, 25);
  struct bug a = bug_of_run();
  uint64_t fingerprint = bug_fingerprint(&program->trace, program);
  assert_int_equal(a.line, 13);
  begin(END_BUG, BUG_DEADLOCK);
  add_waiting(0, EV_JOIN, 0, 31, 2, 0);
  add_waiting(2, EV_LOCK, M, 13, 0, 25);
  struct bug b = bug_of_run();
  assert_true(bug_is_same(&a, &b));
  assert_true(bug_fingerprint(&program->trace, program) == fingerprint);
  bug_free(&a);
  bug_free(&b);
}

static void reasons(void **state) {
  (void)state;
  static const struct {
    enum event_kind kind;
    uint32_t holder;
    const char *text;
  } cases[] = {
      {EV_WAKE, NOBODY, "thread 1 waits on the condition variable c at a.c:7, which nobody will signal"},
      {EV_SEM_WAIT, NOBODY, "thread 1 waits for the semaphore c at a.c:7, which nobody will post"},
      {EV_BARRIER_LEAVE, NOBODY,
       "thread 1 waits at the barrier c at a.c:7, where 1 thread has arrived and no other will"},
      {EV_SPIN, NOBODY, "thread 1 waits in a loop for a change of c at a.c:7, which nobody will write"},
      {EV_LOCK, 1, "thread 1 waits for the lock c at a.c:7, which it holds itself since a.c:5"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    begin(END_BUG, BUG_DEADLOCK);
    add_waiting(1, cases[i].kind, C, 7, cases[i].holder, 5);
    struct bug b = bug_of_run();
    assert_string_equal(b.message, cases[i].text);
    bug_free(&b);
  }
}

static void owner_has_ended(void **state) {
  (void)state;
  begin(END_BUG, BUG_DEADLOCK);
  add_waiting(1, EV_WAKE, C, 7, NOBODY, 0);
  add_waiting(2, EV_LOCK, M, 9, 3, 4);
  shm_waiting(program)[1].is_ended = 1;
  struct bug b = bug_of_run();
  assert_non_null(strstr(
      b.message, "thread 2 waits for the lock m at a.c:9, held by thread 3, which has ended, since a.c:4"));
  assert_string_equal(b.waits, "m at a.c:9");
  bug_free(&b);
}

/* ---- messages ---- */

static void marks_in_messages(void **state) {
  (void)state;
  char *text = bug_message("{obj:0x1000} taken at {site:12}, {obj:0x1008}, {obj:0x99}, {site:0}, {odd}",
                           program, NULL);
  assert_string_equal(text, "m taken at a.c:12, m+8, 0x99, an unknown place, {odd}");
  free(text);
}

static void freed_by(void **state) {
  (void)state;
  struct trace *t = begin(END_BUG, BUG_USE_AFTER_FREE);
  add(2, EV_FREE, 0x500, 16, 8);
  t->site = 9, t->address = 0x50f;
  strcpy(t->message, "read of 1 byte");
  struct bug b = bug_of_run();
  assert_string_equal(b.message, "read of 1 byte; freed by thread 2 at a.c:8");
  bug_free(&b);
  t->address = 0x510;
  b = bug_of_run();
  assert_string_equal(b.message, "read of 1 byte");
  bug_free(&b);
}

/* ---- races ---- */

static void race_sides(void **state) {
  (void)state;
  struct race r = {3, 6};
  struct bug b, c;
  begin(END_EXIT, 0);
  add(0, EV_CREATE, 0, 1, 1);
  add(0, EV_LOCK, M, 0, 2);
  add(0, EV_LOCK, N, 0, 3);
  add(0, EV_WRITE, X, 4, 4);
  add(1, EV_LOCK, C, 0, 5);
  add(1, EV_UNLOCK, C, 0, 6);
  add(1, EV_READ, X, 4, 7);
  b = race_bug(program, NULL, &r);
  assert_int_equal(b.line, 7);
  assert_int_equal(b.line2, 4);
  assert_int_equal(b.thread, 1);
  assert_int_equal(b.thread2, 0);
  assert_string_equal(b.locks, "none");
  assert_string_equal(b.locks2, "m, n");
  assert_string_equal(b.message,
                      "read of 4 bytes at x by thread 1, unordered with the write by thread 0 at a.c:4; "
                      "locks held by thread 1: none, by thread 0: m, n");
  struct race_places places = {"a.c", "a.c", 4, 7, UINT32_MAX, UINT32_MAX};
  assert_true(race_bug_find(program, NULL, &places, &c));
  assert_true(bug_is_same(&b, &c));
  bug_free(&c);
  places.line = 7, places.line2 = 4;
  assert_true(race_bug_find(program, NULL, &places, &c));
  bug_free(&c);
  places.line = 4, places.line2 = 8;
  assert_false(race_bug_find(program, NULL, &places, &c));
  bug_free(&b);
}

/* ---- hints ---- */

static size_t count_hints(const struct hints *h, enum hint_kind kind, uint32_t line) {
  struct hint *list;
  size_t count = hints_list(h, program, NULL, &list), n = 0;
  for (size_t i = 0; i < count; i++) n += list[i].kind == kind && list[i].line == line;
  hints_free(list, count);
  return n;
}

static void hints_of_runs(void **state) {
  struct hints *h = hints_open();
  (void)state;
  begin(END_EXIT, 0);
  add(0, EV_CREATE, 0, 1, 10);
  add(0, EV_CREATE, 0, 2, 11);
  add(0, EV_CREATE, 0, 3, 12);
  add(0, EV_DETACH, 0, 3, 13);
  add(1, EV_SIGNAL, C, 0, 14);
  add(1, EV_LOCK, M, 0, 15);
  add(1, EV_LOCK, N, 0, 16);
  add(1, EV_UNLOCK, N, 0, 17);
  add(1, EV_END_THREAD, 0, 0, 0);
  add(0, EV_JOIN, 0, 1, 18);
  hints_follow(h, &program->trace, shm_event(program));
  assert_int_equal(count_hints(h, HINT_UNJOINED, 10), 0); /* joined */
  assert_int_equal(count_hints(h, HINT_UNJOINED, 11), 1);
  assert_int_equal(count_hints(h, HINT_UNJOINED, 12), 0); /* detached */
  assert_int_equal(count_hints(h, HINT_UNHEARD, 14), 1);
  assert_int_equal(count_hints(h, HINT_LOCKED_END, 15), 1);
  assert_int_equal(count_hints(h, HINT_LOCKED_END, 16), 0);
  add(2, EV_WAIT, C, 0, 19);
  for (int i = 0; i < 1000; i++)
    hints_follow(h, &program->trace, shm_event(program)); /* also long after the first runs */
  assert_int_equal(count_hints(h, HINT_UNHEARD, 14), 0);
  hints_close(h);
}

/* A condition variable that is waited on only late in the campaign. */
static void late_waiter(void **state) {
  struct hints *h = hints_open();
  (void)state;
  begin(END_EXIT, 0);
  add(0, EV_CREATE, 0, 1, 10);
  add(1, EV_BROADCAST, C, 0, 14);
  for (int i = 0; i < 1000; i++) hints_follow(h, &program->trace, shm_event(program));
  assert_int_equal(count_hints(h, HINT_UNHEARD, 14), 1);
  add(0, EV_WAIT, C, 0, 19);
  hints_follow(h, &program->trace, shm_event(program));
  assert_int_equal(count_hints(h, HINT_UNHEARD, 14), 0);
  hints_close(h);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cycle),       cmocka_unit_test(join_in_a_cycle), cmocka_unit_test(deadlock_identities),
      cmocka_unit_test(reasons),     cmocka_unit_test(owner_has_ended), cmocka_unit_test(marks_in_messages),
      cmocka_unit_test(freed_by),    cmocka_unit_test(race_sides),      cmocka_unit_test(hints_of_runs),
      cmocka_unit_test(late_waiter),
  };
  return cmocka_run_group_tests(tests, make_program, drop_program);
}
