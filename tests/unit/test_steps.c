/* What the runtime tells the explorer beside the run itself: what the others would have done after a failure (PLAN_GO_ON), who
 * waited, what waiting loops wait for; and the policy made for it. The expected steps follow from the program's source.
 *
 * Compiles tests/programs/runtime/steps.c with the raddle-cc beside it; started from the project's root. */
#include "explore/strategy.h"
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

enum { EVENTS = 256, WORDS = 256, NOBODY = -1 };

static struct target *target;
static char program[PATH_MAX];

/* ---- running ---- */

struct copy {
  struct trace trace;
  struct event event[EVENTS];
  uint64_t enabled[WORDS];
  struct waiting waiting[4];
};

static struct plan *plan_case(int k, uint32_t flags) {
  struct plan *p = target_plan(target);
  plan_reset(p);
  p->flags = flags;
  p->input_count = 4;
  memcpy(p->input, &k, 4);
  return p;
}

static void plan_add(struct plan *p, uint32_t thread, uint32_t count) {
  p->run[p->run_count++] = (struct plan_run){thread, count};
}

static void execute(struct copy *c, enum plan_mode mode) {
  const struct shm *s = target_shm(target);
  memset(c, 0, sizeof *c);
  target_plan(target)->mode = mode;
  c->trace = *target_run(target);
  c->trace.new_coverage = 0;
  uint32_t events = c->trace.event_count + c->trace.ghost_count;
  assert_true(events <= EVENTS && c->trace.enabled_count <= WORDS && c->trace.waiting_count <= 4);
  memcpy(c->event, shm_event(s), events * sizeof *c->event);
  memcpy(c->enabled, shm_enabled(s), c->trace.enabled_count * sizeof *c->enabled);
  memcpy(c->waiting, shm_waiting(s), c->trace.waiting_count * sizeof *c->waiting);
}

/* The n-th event of the thread that is no note of its life; NULL if there is none. */
static const struct event *event_of(const struct copy *c, uint32_t thread, uint32_t n) {
  for (uint32_t i = 0; i < c->trace.event_count + c->trace.ghost_count; i++) {
    const struct event *e = &c->event[i];
    if (e->thread == thread && (event_is_visible(e) || e->kind == EV_GATE || e->kind == EV_STOPPED) && !n--)
      return e;
  }
  return NULL;
}

static void assert_event(const struct event *e, enum event_kind kind, unsigned taken) {
  assert_non_null(e);
  if (e->kind != kind || e->taken != taken)
    fail_msg("thread %u: event of kind %u, taken %u; expected %u, %u", e->thread, e->kind, e->taken, kind,
             taken);
}

/* ---- ghosts ---- */

struct failure {
  int k;
  struct plan_run prefix[2];
  enum end_kind end;
  int kind;
  uint32_t steps, ghost_steps; /* that have an event */
  uint32_t stopped;
  int waiting_for; /* whom main waits for at the end, as the only one; NOBODY: nobody waits */
};

static const struct failure failures[] = {
    {1, {{1, 1}}, END_BUG, BUG_ASSERT, 1, 4, 1, 1},
    {2, {{1, 1}}, END_BUG, BUG_NULL_DEREF, 1, 4, 1, 1},
    {3, {{1, 1}}, END_BUG, BUG_SEGV, 1, 4, 1, 1}, /* its stack is full */
    {4, {{1, 1}}, END_ASSUME, 0, 1, 4, 1, 1},
    {5, {{1, 1}}, END_BUG, BUG_ABORT, 1, 4, 1, 1},
    {6, {{1, 1}}, END_BUG, BUG_DOUBLE_FREE, 1, 4, 1, 1},
    {7, {{0, 1}, {1, 1}}, END_BUG, BUG_LOCK_MISUSE, 1, 5, 1, 1}, /* the lock that fails is a ghost too */
    {8, {{1, 1}}, END_BUG, BUG_ASSERT, 1, 3, 2, 1},              /* thread 2 fails after one step */
    {9, {{0}}, END_BUG, BUG_ASSERT, 0, 4, 1, 1},                 /* in pthread_create: main goes on */
    {10, {{0}}, END_BUG, BUG_ASSERT, 0, 5, 1, NOBODY},           /* main itself */
};
enum { FAILURES = sizeof failures / sizeof *failures };

static void plan_failure(const struct failure *f, uint32_t flags) {
  struct plan *p = plan_case(f->k, flags);
  for (int i = 0; i < 2 && f->prefix[i].count; i++) plan_add(p, f->prefix[i].thread, f->prefix[i].count);
}

static uint32_t count_steps(const struct event *e, uint32_t count) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < count; i++) n += event_is_step(&e[i]) && e[i].kind != EV_FAIL;
  return n;
}

/* The failures of ghosts included. */
static uint32_t count_all_steps(const struct event *e, uint32_t count) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < count; i++) n += event_is_step(&e[i]) != 0;
  return n;
}

static void check_failure(const struct failure *f, const struct copy *c) {
  const struct trace *t = &c->trace;
  uint32_t stopped = 0;
  assert_int_equal(t->end, f->end);
  if (f->end == END_BUG) assert_int_equal(t->kind, f->kind);
  assert_int_equal(count_steps(c->event, t->event_count), f->steps);
  assert_int_equal(count_steps(c->event + t->event_count, t->ghost_count), f->ghost_steps);
  assert_int_equal(t->ghost_steps, count_all_steps(c->event + t->event_count, t->ghost_count));
  for (uint32_t i = t->event_count; i < t->event_count + t->ghost_count; i++) {
    if (c->event[i].kind != EV_STOPPED) continue;
    if (!stopped++) assert_int_equal(c->event[i].aux, f->end == END_BUG ? f->kind : BUG_COUNT);
  }
  assert_int_equal(stopped, f->stopped);
  assert_int_equal(t->thread_count, 4);
  assert_int_equal(t->waiting_count, f->waiting_for != NOBODY);
  if (f->waiting_for == NOBODY) return;
  assert_int_equal(c->waiting[0].thread, 0);
  assert_int_equal(c->waiting[0].kind, EV_JOIN);
  assert_int_equal(c->waiting[0].holder, f->waiting_for);
}

/* One entry for each step, ghosts included, and the thread that took it is among those that could. */
static void check_enabled(const struct copy *c) {
  const uint64_t *word = c->enabled, *end = word + c->trace.enabled_count;
  for (uint32_t i = 0; i < c->trace.event_count + c->trace.ghost_count; i++) {
    const struct event *e = &c->event[i];
    if (!event_is_step(e)) continue;
    assert_true(word < end);
    assert_int_equal((uint32_t)*word, e->thread);
    assert_true(word[1] >> e->thread & 1); /* threads are numbered as they are created here */
    word += 1 + (*word >> 32);
  }
  assert_true(word == end);
}

static void others_go_on(void **state) {
  (void)state;
  for (unsigned i = 0; i < FAILURES; i++) {
    static struct copy c;
    plan_failure(&failures[i], PLAN_GO_ON | PLAN_ENABLED);
    execute(&c, PLAN_IN_PROCESS);
    check_failure(&failures[i], &c);
    check_enabled(&c);
  }
}

/* What the run is does not change by showing more. */
static void outcome_is_the_same(void **state) {
  (void)state;
  for (unsigned i = 0; i < FAILURES; i++) {
    static struct copy plain, more;
    plan_failure(&failures[i], 0);
    execute(&plain, PLAN_IN_PROCESS);
    plan_failure(&failures[i], PLAN_GO_ON);
    execute(&more, PLAN_IN_PROCESS);
    assert_int_equal(plain.trace.ghost_count, 0);
    assert_true(more.trace.ghost_count > 0);
    assert_memory_equal(plain.event, more.event, plain.trace.event_count * sizeof *plain.event);
    more.trace.ghost_count = more.trace.ghost_steps = 0;
    more.trace.waiting_count = plain.trace.waiting_count;
    more.trace.thread_count = plain.trace.thread_count;
    assert_memory_equal(&plain.trace, &more.trace, sizeof plain.trace);
  }
}

static void both_ways_are_the_same(void **state) {
  (void)state;
  for (unsigned i = 0; i < FAILURES; i++) {
    static struct copy reset, forked;
    plan_failure(&failures[i], PLAN_GO_ON | PLAN_ENABLED);
    execute(&reset, PLAN_IN_PROCESS);
    execute(&forked, PLAN_FORK);
    assert_memory_equal(&reset, &forked, sizeof reset);
  }
}

static void nothing_follows_the_end(void **state) {
  static struct copy c;
  (void)state;
  plan_case(0, PLAN_GO_ON | PLAN_ENABLED);
  execute(&c, PLAN_IN_PROCESS);
  assert_int_equal(c.trace.end, END_EXIT);
  assert_int_equal(c.trace.ghost_count, 0);
  check_enabled(&c);
}

/* ---- waiting ---- */

/* Thread 1 reads, main writes, thread 1 reads again: that read had to wait for the write. */
static void loops_wait_at_a_gate(void **state) {
  static struct copy c;
  (void)state;
  struct plan *p = plan_case(11, 0);
  plan_add(p, 1, 1), plan_add(p, 0, 1), plan_add(p, 1, 1);
  execute(&c, PLAN_IN_PROCESS);
  assert_int_equal(c.trace.end, END_EXIT);
  const struct event *read = event_of(&c, 1, 0), *gate = event_of(&c, 1, 1), *spin = event_of(&c, 1, 3);
  assert_event(read, EV_ATOMIC_READ, 0);
  assert_event(gate, EV_GATE, 0);
  assert_event(event_of(&c, 1, 2), EV_ATOMIC_READ, EVENT_WAITED);
  assert_event(spin, EV_SPIN, EVENT_FUSED);
  assert_null(event_of(&c, 1, 4));
  assert_int_equal(gate->value, 0);
  assert_int_equal(gate->aux, 4);
  assert_int_equal(spin->aux, 4);
  assert_true(gate->addr == read->addr && spin->addr == read->addr);
}

static void closed_gates_keep_out(void **state) {
  static struct copy c;
  (void)state;
  plan_add(plan_case(11, 0), 1, 2);
  execute(&c, PLAN_IN_PROCESS);
  assert_int_equal(c.trace.end, END_DIVERGED);
}

/* Of a mutex that nobody else wants: a try, a lock with a time limit, a plain one. */
static void who_can_give_up_has_not_waited(void **state) {
  static const unsigned taken[] = {0, 0, 0, 0, EVENT_WAITED, 0};
  static struct copy c;
  (void)state;
  plan_case(14, 0);
  execute(&c, PLAN_IN_PROCESS);
  assert_int_equal(c.trace.end, END_EXIT);
  for (uint32_t i = 0; i < 6; i++) assert_event(event_of(&c, 1, i), i % 2 ? EV_UNLOCK : EV_LOCK, taken[i]);
  uint32_t joins = 0;
  for (uint32_t i = 0; i < c.trace.event_count; i++) {
    if (c.event[i].kind != EV_JOIN) continue;
    assert_event(&c.event[i], EV_JOIN, EVENT_WAITED);
    joins++;
  }
  assert_int_equal(joins, 3);
}

/* A thread in sem_wait: cancelled while there is nothing to take, it could not have gone on without; afterwards it could. */
static void cancellation_ends_waiting(void **state) {
  static struct copy c;
  (void)state;
  for (uint32_t posts = 0; posts < 2; posts++) {
    struct plan *p = plan_case(13, 0);
    plan_add(p, 0, 1 + posts), plan_add(p, 1, 1);
    execute(&c, PLAN_IN_PROCESS);
    assert_int_equal(c.trace.end, END_EXIT);
    /* It looks at what it waited for, then at the request. */
    assert_event(event_of(&c, 1, 0), EV_SEM_FAIL, posts ? 0 : EVENT_WAITED);
    const struct event *e = event_of(&c, 1, 1);
    assert_int_equal(e->kind, EV_CANCEL_POINT);
    assert_int_equal(e->value, 1);
  }
}

/* ---- the policy ---- */

static const struct event *step(const struct copy *c, uint32_t n) {
  for (uint32_t i = 0; i < c->trace.event_count; i++)
    if (event_is_step(&c->event[i]) && !n--) return &c->event[i];
  return NULL;
}

static void execute_dpor(struct copy *c, int k, uint32_t prefix, uint32_t chosen) {
  struct plan *p = plan_case(k, 0);
  if (prefix) plan_add(p, 1, prefix);
  p->policy = POLICY_DPOR;
  p->chosen = chosen;
  execute(c, PLAN_IN_PROCESS);
  assert_int_equal(c->trace.end, END_EXIT);
}

static void assert_threads(const struct copy *c, const uint32_t *threads, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    assert_non_null(step(c, i));
    assert_int_equal(step(c, i)->thread, threads[i]);
  }
}

/* Main is at its first join and cannot go on; a thread that goes on does so until it ends. */
static void heads_go_first(void **state) {
  static struct copy c;
  (void)state;
  execute_dpor(&c, 0, 0, UINT32_MAX);
  assert_threads(&c, (uint32_t[]){1}, 1);
  execute_dpor(&c, 0, 0, 3);
  assert_threads(&c, (uint32_t[]){3, 3}, 2);
  execute_dpor(&c, 0, 1, 2);
  assert_threads(&c, (uint32_t[]){1, 2, 2}, 3);
  execute_dpor(&c, 0, 0, 0); /* blocked: as if nobody were chosen */
  assert_threads(&c, (uint32_t[]){1}, 1);
}

/* Thread 1 would write-lock; 2 read-locks. */
static void writers_go_last(void **state) {
  static struct copy c;
  (void)state;
  execute_dpor(&c, 12, 0, UINT32_MAX);
  assert_threads(&c, (uint32_t[]){2, 2, 3, 3, 1, 1}, 6);
  execute_dpor(&c, 12, 0, 1);
  assert_threads(&c, (uint32_t[]){1, 1}, 2);
}

/* ---- */

static int start(void **state) {
  (void)state;
  static char *argv[] = {program, NULL};
  char *why = NULL;
  struct target_options options = {
      .program = program, .argv = argv, .max_loops = 100000, .max_steps = 1000, .run_timeout = 20};
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
  strcpy(program, "/tmp/raddle-test-steps-XXXXXX");
  int fd = mkstemp(program);
  if (fd < 0) return -1;
  close(fd);
  snprintf(command, sizeof command, "%s/../../raddle-cc -g -w tests/programs/runtime/steps.c -o %s",
           dirname(self), program);
  return system(command);
}

static int remove_program(void **state) {
  (void)state;
  return unlink(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(others_go_on, start, stop),
      cmocka_unit_test_setup_teardown(outcome_is_the_same, start, stop),
      cmocka_unit_test_setup_teardown(both_ways_are_the_same, start, stop),
      cmocka_unit_test_setup_teardown(nothing_follows_the_end, start, stop),
      cmocka_unit_test_setup_teardown(loops_wait_at_a_gate, start, stop),
      cmocka_unit_test_setup_teardown(closed_gates_keep_out, start, stop),
      cmocka_unit_test_setup_teardown(who_can_give_up_has_not_waited, start, stop),
      cmocka_unit_test_setup_teardown(cancellation_ends_waiting, start, stop),
      cmocka_unit_test_setup_teardown(heads_go_first, start, stop),
      cmocka_unit_test_setup_teardown(writers_go_last, start, stop),
  };
  return cmocka_run_group_tests(tests, compile, remove_program);
}
