/* Traces as text, from hand-made runs: columns, words, values, locks held, switches, loops that are elided, how it ended.
 *
 * make build/tests/unit/test_trace_text && build/tests/unit/test_trace_text */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "fake_shm.h"
#include "detect/schedule.h"
#include "report/trace_text.h"
#include <errno.h>

enum { X = 0x500000, M = 0x500100, C = 0x500200 };

struct fixture {
  struct shm *s;
  uint32_t site[40]; /* f.c, line = index */
};

static struct fixture make(void) {
  struct fixture f = {.s = fake_shm()};
  fake_global(f.s, "x", "f.c", 1, X, 4);
  fake_global(f.s, "m", "f.c", 2, M, 40);
  fake_global(f.s, "c", "f.c", 3, C, 48);
  for (uint32_t i = 1; i < 40; i++) f.site[i] = fake_site(f.s, "f.c", i < 20 ? "work" : "main", i, 3);
  f.s->trace.end = END_EXIT;
  return f;
}

static void put(struct fixture *f, uint32_t thread, enum event_kind kind, uint32_t line, uint64_t addr,
                uint32_t aux, uint64_t value) {
  fake_event(f->s, (struct event){.kind = (uint8_t)kind,
                                  .thread = (uint16_t)thread,
                                  .site = f->site[line],
                                  .addr = addr,
                                  .aux = aux,
                                  .value = value});
}

static char *text_of(struct fixture *f, const struct bug *bug) {
  struct buffer b = {0};
  struct input in = {0};
  struct run run = {.trace = &f->s->trace, .events = shm_event(f->s), .input = &in};
  trace_format(&b, f->s, &run, NULL, bug);
  buffer_string(&b);
  return b.at;
}

static void has(const char *text, const char *line) {
  if (!strstr(text, line)) fail_msg("no '%s' in:\n%s", line, text);
}

static void has_not(const char *text, const char *line) {
  if (strstr(text, line)) fail_msg("'%s' in:\n%s", line, text);
}

/* Two threads that each read, then write: the classic lost update. */
static struct fixture lost_update(void) {
  struct fixture f = make();
  put(&f, 0, EV_CREATE, 20, 0, 1, 0);
  put(&f, 0, EV_CREATE, 21, 0, 2, 0);
  put(&f, 1, EV_READ, 5, X, 4, 7);
  put(&f, 2, EV_READ, 5, X, 4, 7);
  put(&f, 2, EV_WRITE, 5, X, 4, 8);
  put(&f, 2, EV_END_THREAD, 0, 0, 0, 0);
  put(&f, 1, EV_WRITE, 5, X, 4, 8);
  put(&f, 1, EV_END_THREAD, 0, 0, 0, 0);
  put(&f, 0, EV_JOIN, 22, 0, 1, 0);
  f.s->trace.thread_count = 3;
  return f;
}

static void columns(void **state) {
  (void)state;
  struct fixture f = lost_update();
  char *text = text_of(&f, NULL);
  has(text, "  1  (unnamed), created by thread 0 at f.c:20\n");
  has(text, "thread 0                  thread 1                  thread 2\n");
  has(text, "     1  f.c:20  main      create thread 1\n");
  has(text, "     3  f.c:5   work                                read x = 7\n");
  has(text, "     4  f.c:5   work                                                          read x = 7\n");
  has(text, "write x = 8 (was 7)\n");
  has(text, "     7  f.c:5   work                                write x = 8 (was 8)\n");
  has(text, "     9  f.c:22  main      join thread 1\n");
  has(text, "outcome: exit code 0\n");
  free(text);
  fake_shm_free(f.s);
}

/* Thread 1 was left between its read and its write: it surely could go on. Of thread 2 that is not so. */
static void switches_by_the_operations_alone(void **state) {
  (void)state;
  struct fixture f = lost_update();
  char *text = text_of(&f, NULL);
  has(text, "        --- thread 2 goes on (thread 1 could have gone on)\n     4 ");
  has(text, "        --- thread 1 goes on\n     7 ");
  assert_int_equal(schedule_preemptions(f.s), 1);
  free(text);
  fake_shm_free(f.s);
}

static void switches_with_what_was_enabled(void **state) {
  (void)state;
  struct fixture f = lost_update();
  fake_enabled(f.s, 1, 6);
  fake_enabled(f.s, 2, 6);
  fake_enabled(f.s, 2, 6);
  fake_enabled(f.s, 1, 2);
  fake_enabled(f.s, 0, 1);
  char *text = text_of(&f, NULL);
  has(text, "        --- thread 2 goes on (thread 1 could have gone on)\n     4 ");
  has(text, "        --- thread 1 goes on\n     7 ");
  has(text, "        --- thread 0 goes on\n     9 ");
  assert_int_equal(schedule_preemptions(f.s), 1);
  f.s->trace.enabled_count = 0;
  fake_enabled(f.s, 1, 4); /* the same run, had thread 1 been blocked */
  fake_enabled(f.s, 2, 4);
  assert_int_equal(schedule_preemptions(f.s), 0);
  free(text);
  fake_shm_free(f.s);
}

static void words(void **state) {
  (void)state;
  struct fixture f = make();
  put(&f, 0, EV_CREATE, 20, 0, 1, 0);
  put(&f, 1, EV_LOCK, 4, M, 0, 0);
  put(&f, 1, EV_WRITE, 5, X, 4, 0xffffffff);
  put(&f, 1, EV_WAIT, 6, C, 0, M);
  put(&f, 1, EV_UNLOCK, 6, M, 0, 0);
  put(&f, 0, EV_READ, 21, X, 4, 0xffffffff);
  put(&f, 0, EV_LOCK_FAIL, 22, M, 0, EBUSY);
  put(&f, 0, EV_SIGNAL, 23, C, 0, 1);
  put(&f, 0, EV_BROADCAST, 23, C, 0, 0);
  put(&f, 1, EV_WAKE, 6, C, 0, 0);
  put(&f, 1, EV_WAIT, 6, C, 0, M);
  put(&f, 1, EV_WAKE, 6, C, 0, ETIMEDOUT);
  put(&f, 1, EV_WAKE, 6, C, 0, EINTR);
  put(&f, 1, EV_ATOMIC_UPDATE, 7, X, 4, 3);
  put(&f, 1, EV_READ, 8, 0x10000000040, 8, 0x10000000080);
  put(&f, 1, EV_WRITE, 8, 0x10000000040, 64, 0);
  put(&f, 1, EV_SEM_WAIT, 9, C, 0, 2);
  put(&f, 1, EV_ONCE_BEGIN, 9, X, 0, 1);
  put(&f, 1, EV_JOIN_FAIL, 9, 0, 5, EBUSY);
  char *text = text_of(&f, NULL);
  has(text, "lock(m)\n");
  has(text, "write x = -1   {m}\n");
  has(text, "wait(c)\n");
  has(text, "unlock(m)\n");
  has(text, "read x = -1\n"); /* thread 0 holds nothing */
  has(text, "lock(m): EBUSY\n");
  has(text, "signal(c), wakes thread 1\n");
  has(text, "broadcast(c), nobody waits\n");
  has(text, "wake(c): ETIMEDOUT\n");
  has(text, "wake(c) for no reason\n");
  has(text, "atomic update x = 3 (was -1)\n");
  has(text, "read 0x10000000040 = 0x10000000080\n");
  has(text, "write 0x10000000040 (64 bytes)\n");
  has(text, "sem-wait(c) = 2\n");
  has(text, "once(x), runs the routine\n");
  has(text, "join thread 5: EBUSY\n");
  free(text);
  fake_shm_free(f.s);
}

/* The first signal is for thread 1 alone; of threads 2 and 3, which came later, each may take the second, and 3 does. Thread 2
 * has not gone on when the run ends. A broadcast wakes both. */
static void signals_say_whom_they_wake(void **state) {
  (void)state;
  struct fixture f = make();
  put(&f, 1, EV_WAIT, 4, C, 0, M);
  put(&f, 0, EV_SIGNAL, 21, C, 0, 1);
  put(&f, 2, EV_WAIT, 5, C, 0, M);
  put(&f, 3, EV_WAIT, 6, C, 0, M);
  put(&f, 0, EV_SIGNAL, 22, C, 0, 2);
  put(&f, 3, EV_WAKE, 6, C, 0, 0);
  put(&f, 1, EV_WAKE, 4, C, 0, 0);
  put(&f, 1, EV_WAIT, 4, C, 0, M);
  put(&f, 3, EV_WAIT, 6, C, 0, M);
  put(&f, 0, EV_BROADCAST, 23, C, 0, 3);
  put(&f, 3, EV_WAKE, 6, C, 0, 0);
  put(&f, 1, EV_WAKE, 4, C, 0, 0);
  put(&f, 1, EV_WAIT, 4, C, 0, M);
  put(&f, 0, EV_SIGNAL, 24, C, 0, 1);
  char *text = text_of(&f, NULL);
  has(text, "     2  f.c:21  main      signal(c), wakes thread 1\n");
  has(text, "     5  f.c:22  main      signal(c), wakes thread 3\n");
  has(text, "    10  f.c:23  main      broadcast(c), wakes thread 3 and 1; 1 more has not gone on when the "
            "run ends\n");
  has(text,
      "    14  f.c:24  main      signal(c), 1 waiting; the woken thread has not gone on when the run ends\n");
  free(text);
  fake_shm_free(f.s);
}

/* A new thread runs at once, up to its first step: an input, a branch, its end. */
static void every_switch_is_shown(void **state) {
  (void)state;
  struct fixture f = make();
  put(&f, 0, EV_CREATE, 20, 0, 1, 0);
  put(&f, 1, EV_EXTERNAL, 5, 0, fake_string(f.s, "puts"), 0);
  put(&f, 0, EV_CREATE, 21, 0, 2, 0);
  put(&f, 2, EV_READ, 6, X, 4, 0);
  put(&f, 1, EV_READ, 6, X, 4, 0);
  char *text = text_of(&f, NULL);
  has(text, "        --- thread 1 begins\n     2 ");
  has(text, "        --- thread 0 goes on\n     3 ");
  has(text, "        --- thread 2 goes on\n     4 ");
  has(text, "        --- thread 1 goes on\n     5 ");
  free(text);
  fake_shm_free(f.s);
}

static void forgets_what_was_freed(void **state) {
  (void)state;
  struct fixture f = make();
  put(&f, 0, EV_CREATE, 20, 0, 1, 0);
  put(&f, 1, EV_WRITE, 5, 0x10000000048, 4, 1);
  put(&f, 1, EV_WRITE, 5, 0x10000000048, 4, 2);
  put(&f, 1, EV_FREE, 6, 0x10000000040, 16, 0);
  put(&f, 1, EV_WRITE, 7, 0x10000000048, 4, 3);
  char *text = text_of(&f, NULL);
  has(text, "write 0x10000000048 = 2 (was 1)\n");
  has(text, "write 0x10000000048 = 3\n");
  free(text);
  fake_shm_free(f.s);
}

static void many_threads_share_a_column(void **state) {
  (void)state;
  struct fixture f = make();
  for (uint32_t t = 1; t <= 9; t++) put(&f, 0, EV_CREATE, 20, 0, t, 0);
  put(&f, 9, EV_READ, 5, X, 4, 7);
  char *text = text_of(&f, NULL);
  has(text, "function  thread: what\n");
  has(text, "    10  f.c:5   work          9: read x = 7\n");
  free(text);
  fake_shm_free(f.s);
}

static void one_thread_needs_no_column(void **state) {
  (void)state;
  struct fixture f = make();
  put(&f, 0, EV_EXTERNAL, 20, 0, fake_string(f.s, "puts"), 0);
  char *text = text_of(&f, NULL);
  has(text, "function  what\n");
  has(text, "     1  f.c:20  main      external puts()\n");
  has_not(text, "thread");
  free(text);
  fake_shm_free(f.s);
}

/* 1000 rounds of a loop that reads two variables and yields: two are shown, 998 counted; what differs is shown. */
static void rounds_are_elided(void **state) {
  (void)state;
  struct fixture f = make();
  put(&f, 0, EV_CREATE, 20, 0, 1, 0);
  for (int i = 0; i < 1000; i++) {
    put(&f, 1, EV_READ, 5, X, 4, 0);
    put(&f, 0, EV_READ, 25, X, 4, 0);
    put(&f, 1, EV_YIELD, 6, 0, 0, 0);
  }
  put(&f, 1, EV_READ, 5, X, 4, 1);
  char *text = text_of(&f, NULL);
  has(text, "     7  f.c:6   work                                yield\n"
            "        ... the last 3 events 998 more times\n");
  has(text, "  3002  f.c:5   work                                read x = 1\n");
  size_t lines = 0;
  for (const char *c = text; (c = strchr(c, '\n')); c++) lines++;
  assert_true(lines < 30);
  free(text);
  fake_shm_free(f.s);
}

static void a_counting_loop_is_not(void **state) {
  (void)state;
  struct fixture f = make();
  put(&f, 0, EV_CREATE, 20, 0, 1, 0);
  for (uint64_t i = 0; i < 50; i++) put(&f, 1, EV_WRITE, 5, X, 4, i);
  char *text = text_of(&f, NULL);
  has(text, "write x = 30 (was 29)\n");
  has_not(text, "more times");
  free(text);
  fake_shm_free(f.s);
}

static void failure_is_marked(void **state) {
  (void)state;
  struct fixture f = lost_update();
  struct bug bug = {.kind = BUG_ASSERT,
                    .file = "f.c",
                    .line = 6,
                    .function = "work",
                    .message = "x == 9",
                    .thread = 1,
                    .stack = "#0  work at f.c:6:3\n"};
  f.s->trace.end = END_BUG, f.s->trace.kind = BUG_ASSERT;
  char *text = text_of(&f, &bug);
  has(text, "   ***  f.c:6   work                                *** assert: x == 9\n");
  has(text, "outcome: assert at f.c:6 in work: x == 9\n");
  has(text, "thread 1:\n#0  work at f.c:6:3\n");
  free(text);
  fake_shm_free(f.s);
}

static void deadlock_shows_who_waits(void **state) {
  (void)state;
  struct fixture f = make();
  struct bug bug = {.kind = BUG_DEADLOCK,
                    .file = "f.c",
                    .line = 6,
                    .function = "work",
                    .message = "they wait",
                    .stack = ""};
  put(&f, 0, EV_CREATE, 20, 0, 1, 0);
  put(&f, 1, EV_LOCK, 5, M, 0, 0);
  f.s->trace.end = END_BUG, f.s->trace.kind = BUG_DEADLOCK;
  f.s->trace.waiting_count = 2;
  shm_waiting(f.s)[0] = (struct waiting){.thread = 0, .kind = EV_JOIN, .site = f.site[22], .holder = 1};
  shm_waiting(f.s)[1] = (struct waiting){
      .thread = 1, .kind = EV_LOCK, .site = f.site[6], .holder = 1, .holder_site = f.site[5], .object = M};
  char *text = text_of(&f, &bug);
  has(text, "   ***  f.c:22  main      *** waits for the end of thread 1\n");
  has(text,
      "   ***  f.c:6   work                                *** waits for the lock m, which it holds itself "
      "since f.c:5   {m}\n");
  free(text);
  fake_shm_free(f.s);
}

static void race_marks_both(void **state) {
  (void)state;
  struct fixture f = lost_update();
  struct bug bug = {.kind = BUG_RACE,
                    .file = "f.c",
                    .line = 5,
                    .column = 3,
                    .function = "work",
                    .message = "race on x",
                    .thread = 2,
                    .stack = "",
                    .file2 = "f.c",
                    .line2 = 5,
                    .column2 = 3,
                    .thread2 = 1,
                    .event = 4,
                    .event2 = 2};
  char *text = text_of(&f, &bug);
  has(text, "     3  f.c:5   work                                read x = 7   <-- race\n");
  has(text, "write x = 8 (was 7)   <-- race\n");
  has(text, "     4  f.c:5   work                                                          read x = 7\n");
  free(text);
  fake_shm_free(f.s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(columns),
      cmocka_unit_test(switches_by_the_operations_alone),
      cmocka_unit_test(switches_with_what_was_enabled),
      cmocka_unit_test(words),
      cmocka_unit_test(signals_say_whom_they_wake),
      cmocka_unit_test(every_switch_is_shown),
      cmocka_unit_test(forgets_what_was_freed),
      cmocka_unit_test(many_threads_share_a_column),
      cmocka_unit_test(one_thread_needs_no_column),
      cmocka_unit_test(rounds_are_elided),
      cmocka_unit_test(a_counting_loop_is_not),
      cmocka_unit_test(failure_is_marked),
      cmocka_unit_test(deadlock_shows_who_waits),
      cmocka_unit_test(race_marks_both),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
