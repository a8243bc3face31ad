/* Runs in which reads are variables (PLAN_FRESH), with plans made by hand: figure 3 of con2colic testing, event by event, and what else
 * can be done with shared memory. Conditions and written values are compared as functions: both sides are worked out for
 * many values of the variables.
 *
 * Started from the project's root; compiles the programs with the raddle-cc beside it. */
#include "explore/target.h"
#include <errno.h>
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

enum { READS = 64, ROUNDS = 300, EVENTS = 1 << 12, MAIN = 0, ONE = 1, TWO = 2 };

static struct target *target;
static char figure[PATH_MAX], small[PATH_MAX];

/* ---- programs ---- */

static int compile(const char *source, char *program) {
  char self[PATH_MAX] = "", command[3 * PATH_MAX];
  if (readlink("/proc/self/exe", self, sizeof self - 1) < 0) return -1;
  strcpy(program, "/tmp/raddle-test-fresh-XXXXXX");
  int fd = mkstemp(program);
  if (fd < 0) return -1;
  close(fd);
  snprintf(command, sizeof command, "%s/../../raddle-cc -g -w %s -o %s", dirname(self), source, program);
  return system(command);
}

static int compile_all(void **state) {
  (void)state;
  return compile("tests/programs/dpor/papers/con2colic_2.c", figure) ||
         compile("tests/programs/runtime/fresh.c", small);
}

static int remove_all(void **state) {
  (void)state;
  return unlink(figure) || unlink(small);
}

static int start(char *program) {
  char *argv[] = {program, NULL}, *why = NULL;
  struct target_options options = {
      .program = program, .argv = argv, .max_loops = 100000, .max_steps = 1000, .run_timeout = 20};
  target = target_open(&options, &why);
  if (!target) fprintf(stderr, "%s\n", why);
  return target ? 0 : -1;
}

static int start_figure(void **state) {
  (void)state;
  return start(figure);
}

static int start_small(void **state) {
  (void)state;
  return start(small);
}

static int stop(void **state) {
  (void)state;
  target_close(target);
  return 0;
}

/* ---- runs ---- */

static struct copy {
  struct trace trace;
  struct event event[EVENTS];
  uint32_t next; /* not yet looked at */
} run;

static void set_plan(int input, uint32_t flags, uint32_t chosen, const struct plan_run *prefix,
                     uint32_t count) {
  struct plan *p = target_plan(target);
  p->mode = PLAN_IN_PROCESS;
  p->flags = flags;
  p->policy = POLICY_ALONE;
  p->chosen = chosen;
  p->visible_count = shm_tables(target_shm(target))->visible_count;
  p->run_count = count;
  if (count) memcpy(p->run, prefix, count * sizeof *prefix);
  p->input_count = sizeof input;
  memcpy(p->input, &input, sizeof input);
}

/* What is shared is found by runs of all threads, in any order. */
static void discover(int input) {
  for (uint32_t seed = 0; seed < 20; seed++) {
    set_plan(input, PLAN_FRESH, 0, NULL, 0);
    target_plan(target)->policy = POLICY_RANDOM;
    target_plan(target)->seed = seed;
    if (target_run(target)->discovered) seed = 0;
  }
}

static void execute_as(uint32_t flags, int input, uint32_t chosen, const struct plan_run *prefix,
                       uint32_t count) {
  set_plan(input, flags, chosen, prefix, count);
  run.trace = *target_run(target);
  assert_true(run.trace.event_count <= EVENTS);
  memcpy(run.event, shm_event(target_shm(target)), run.trace.event_count * sizeof *run.event);
  run.next = 0;
  assert_int_equal(run.trace.discovered, 0);
}

#define EXECUTE(input, chosen, ...)                                                                          \
  execute_as(PLAN_FRESH, input, chosen, (const struct plan_run[]){__VA_ARGS__},                              \
             sizeof((const struct plan_run[]){__VA_ARGS__}) / sizeof(struct plan_run))
/* The same schedule without variables takes the same steps. */
#define EXECUTE_BOTH(input, chosen, ...)                                                                     \
  do {                                                                                                       \
    execute_as(0, input, chosen, (const struct plan_run[]){__VA_ARGS__},                                     \
               sizeof((const struct plan_run[]){__VA_ARGS__}) / sizeof(struct plan_run));                    \
    struct trace plain = run.trace;                                                                          \
    EXECUTE(input, chosen, __VA_ARGS__);                                                                     \
    assert_int_equal(plain.end, run.trace.end);                                                              \
    assert_int_equal(plain.step_count, run.trace.step_count);                                                \
  } while (0)

static bool is_noted(const struct event *e, uint32_t thread) {
  if (e->thread != thread || e->kind == EV_INITIAL || e->kind == EV_SPIN || e->kind == EV_GATE ||
      e->kind == EV_FAIL)
    return false;
  return event_is_visible(e) || e->kind == EV_BRANCH;
}

/* The next event of this thread that is a visible operation or a branch. */
static const struct event *next(uint32_t thread, enum event_kind kind) {
  while (run.next < run.trace.event_count && !is_noted(&run.event[run.next], thread)) run.next++;
  if (run.next == run.trace.event_count)
    fail_msg("thread %u has no more events, expected kind %d", thread, kind);
  const struct event *e = &run.event[run.next++];
  if (e->kind != kind) fail_msg("event %u is of kind %d, expected %d", run.next - 1, e->kind, kind);
  return e;
}

static void no_more(void) {
  for (uint32_t i = run.next; i < run.trace.event_count; i++)
    for (uint32_t t = MAIN; t <= TWO; t++) assert_false(is_noted(&run.event[i], t));
}

/* ---- expressions ---- */

/* Values of the variables: r[k] of thread t is read[t][k]. */
static struct {
  uint64_t read[3][READS], input;
} now;

static uint64_t worth(expr_id id) {
  struct expr_store s = target_exprs(target);
  const struct expr *e = &s.node[id];
  unsigned arity = expr_arity(e->op);
  if (e->op == EX_CONST) return expr_const_value(e);
  if (e->op == EX_VAR) return now.input & expr_mask(e->width);
  if (e->op == EX_READ) return now.read[e->a][e->b] & expr_mask(e->width);
  assert_int_not_equal(e->op, EX_TABLE);
  unsigned w = s.node[e->op == EX_CONCAT ? e->b : e->a].width;
  return expr_apply(e, w, worth(e->a), arity > 1 ? worth(e->b) : 0, arity > 2 ? worth(e->c) : 0);
}

/* Small values, so that comparisons go both ways. */
static void draw(unsigned *seed) {
  for (unsigned t = 0; t < 3; t++)
    for (unsigned k = 0; k < READS; k++) now.read[t][k] = (uint64_t)(rand_r(seed) % 24);
  now.input = (uint64_t)(rand_r(seed) % 24);
}

#define R(thread, ordinal) ((int32_t)now.read[thread][ordinal])
#define I0 ((int32_t)now.input)

/* The event says, for all values of the variables, what `expected` does. */
#define SAYS(label, expected)                                                                                \
  do {                                                                                                       \
    const struct event *says = (label);                                                                      \
    unsigned seed = 1;                                                                                       \
    for (int drawn = 0; drawn < ROUNDS; drawn++) {                                                           \
      draw(&seed);                                                                                           \
      bool is_condition = says->kind == EV_BRANCH;                                                           \
      uint64_t is = worth(says->expr), wanted = (uint64_t)(expected);                                        \
      if (is_condition) is = is == says->taken;                                                              \
      assert_int_equal(is, is_condition ? wanted : wanted &expr_mask(8 * says->aux));                        \
    }                                                                                                        \
  } while (0)

/* The next event of the thread reads `bytes` bytes worth `value` into its variable number `ordinal`. */
static const struct event *reads(uint32_t thread, enum event_kind kind, uint32_t ordinal, uint32_t bytes,
                                 uint64_t value) {
  const struct event *e = next(thread, kind);
  const struct expr *r = &target_exprs(target).node[e->expr];
  assert_int_equal(r->op, EX_READ);
  assert_int_equal(r->a, thread);
  assert_int_equal(r->b, ordinal);
  assert_int_equal(r->width, 8 * bytes);
  assert_int_equal(e->aux, bytes);
  assert_int_equal(e->value, value);
  return e;
}

static const struct event *initial_of(uint64_t address) {
  for (uint32_t i = 0; i < run.trace.event_count; i++)
    if (run.event[i].kind == EV_INITIAL && address - run.event[i].addr < run.event[i].aux)
      return &run.event[i];
  fail_msg("no initial value");
  return NULL;
}

/* ---- figure 3 ---- */

/* A whole add_all in a vector with room enough, but for its first read. */
static uint64_t rest_of_add_all(uint32_t t, uint64_t count) {
  next(t, EV_LOCK);
  uint64_t size = reads(t, EV_READ, 1, 4, 20)->addr;
  SAYS(next(t, EV_BRANCH), R(t, 0) + I0 <= R(t, 1));
  assert_int_equal(reads(t, EV_READ, 2, 4, 20)->addr, size);
  assert_int_equal(reads(t, EV_READ, 3, 4, count)->addr, size - 4);
  return size - 4;
}

static void figure_3(void **state) {
  (void)state;
  discover(7);
  EXECUTE_BOTH(7, ONE, {ONE, 1}, {TWO, 8}, {ONE, 4});
  assert_int_equal(run.trace.end, END_BUG);
  assert_int_equal(run.trace.kind, BUG_ASSERT);
  reads(ONE, EV_READ, 0, 4, 10);
  reads(TWO, EV_READ, 0, 4, 10);
  uint64_t cnt = rest_of_add_all(TWO, 10);
  SAYS(next(TWO, EV_BRANCH), R(TWO, 2) >= I0 + R(TWO, 3));
  reads(TWO, EV_READ, 4, 4, 10);
  const struct event *write = next(TWO, EV_WRITE);
  assert_int_equal(write->addr, cnt);
  assert_int_equal(write->value, 17);
  SAYS(write, R(TWO, 4) + I0);
  next(TWO, EV_UNLOCK);
  assert_int_equal(rest_of_add_all(ONE, 17), cnt);
  SAYS(next(ONE, EV_BRANCH), R(ONE, 2) < I0 + R(ONE, 3));
  no_more();
  assert_int_equal(initial_of(cnt)->value, 10);
  assert_int_equal(initial_of(cnt + 4)->value, 20);
}

/* The plan knows of the second thread's write, but does not say that the first one reads it. */
static void unforeseen_interference_cuts(void **state) {
  (void)state;
  discover(7);
  EXECUTE(7, ONE, {ONE, 1}, {TWO, 8});
  assert_int_equal(run.trace.end, END_CUT);
  assert_int_equal(run.trace.step_count, 13);
  run.next = run.trace.event_count - 1;
  reads(ONE, EV_READ, 3, 4, 17);
  no_more();
}

static const struct waiting *waiting_of(uint32_t thread) {
  for (uint32_t i = 0; i < run.trace.waiting_count; i++)
    if (shm_waiting(target_shm(target))[i].thread == thread) return &shm_waiting(target_shm(target))[i];
  fail_msg("thread %u does not wait", thread);
  return NULL;
}

static void runs_are_cut_when_their_thread_stops(void **state) {
  (void)state;
  discover(7);
  EXECUTE(7, ONE, {TWO, 2}); /* has the lock */
  assert_int_equal(run.trace.end, END_CUT);
  assert_int_equal(waiting_of(ONE)->kind, EV_LOCK);
  assert_int_equal(waiting_of(ONE)->error, 0);
  assert_int_equal(run.trace.step_count, 3);
  EXECUTE(7, TWO, {TWO, 1});
  assert_int_equal(run.trace.end, END_CUT); /* it has ended */
  assert_int_equal(run.trace.step_count, 8);
  assert_int_equal(run.trace.waiting_count, 0);
  EXECUTE(7, MAIN, {TWO, 1});
  assert_int_equal(run.trace.end, END_CUT); /* it is at its exit */
  assert_int_equal(run.trace.step_count, 1);
  EXECUTE(7, 9, {TWO, 1});
  assert_int_equal(run.trace.end, END_CUT); /* there is none */
  EXECUTE(2, MAIN, {TWO, 8}, {ONE, 8});
  assert_int_equal(run.trace.end, END_EXIT); /* nobody else is left */
}

/* ---- the others ---- */

static void read_modify_write_is_read_then_write(void **state) {
  (void)state;
  discover(0);
  EXECUTE_BOTH(0, ONE, {TWO, 1}, {ONE, 1});
  uint64_t word = reads(TWO, EV_ATOMIC_READ, 0, 4, 3)->addr;
  const struct event *write = next(TWO, EV_ATOMIC_WRITE);
  assert_false(event_is_step(write));
  assert_int_equal(write->addr, word);
  assert_int_equal(write->value, 5);
  SAYS(write, R(TWO, 0) + 2);
  reads(ONE, EV_ATOMIC_READ, 0, 4, 5); /* and fails */
  SAYS(next(ONE, EV_BRANCH), R(ONE, 0) != 3);
  EXECUTE_BOTH(0, ONE, {ONE, 1});
  reads(ONE, EV_ATOMIC_READ, 0, 4, 3);
  SAYS(next(ONE, EV_BRANCH), R(ONE, 0) == 3);
  write = next(ONE, EV_ATOMIC_WRITE);
  assert_false(event_is_step(write));
  assert_int_equal(write->value, 7);
  assert_int_equal(write->expr, 0);
  EXECUTE(0, ONE, {TWO, 1}); /* what the exchange finds is another's: it is not carried out */
  assert_int_equal(run.trace.end, END_CUT);
  run.next = run.trace.event_count - 1;
  reads(ONE, EV_ATOMIC_READ, 0, 4, 5);
}

static void what_flows_through_joining_is_seen(void **state) {
  (void)state;
  discover(1);
  EXECUTE_BOTH(1, MAIN, {ONE, 1}, {TWO, 1}, {MAIN, 3});
  const struct event *write = next(ONE, EV_WRITE);
  assert_int_equal(write->value, 5);
  const struct event *result = next(ONE, EV_WRITE);
  assert_false(event_is_step(result));
  assert_int_equal(result->value, write->addr);
  next(TWO, EV_WRITE);
  assert_int_equal(next(MAIN, EV_JOIN)->value, 1);
  assert_int_equal(reads(MAIN, EV_READ, 0, 8, write->addr)->addr, result->addr);
  assert_int_equal(next(MAIN, EV_JOIN)->value, 0);
  assert_int_equal(reads(MAIN, EV_READ, 1, 4, 5)->addr, write->addr);
  SAYS(next(MAIN, EV_BRANCH), R(MAIN, 1) == 5);
  assert_int_equal(initial_of(write->addr)->value, 0);
  EXECUTE(1, MAIN, {ONE, 1}, {TWO, 1});
  assert_int_equal(run.trace.end, END_CUT); /* the result is another's */
  assert_int_equal(run.trace.step_count, 3);
}

static uint64_t pair(uint64_t low, uint64_t high) { return low | high << 32; }

/* A part of a copy of ONE's is written: a step, of one piece of these bytes. What it says is what was read. */
static const struct event *writes_part(uint32_t bytes, uint64_t value, uint32_t ordinal) {
  const struct event *w = next(ONE, EV_WRITE);
  assert_true(event_is_step(w));
  assert_int_equal(w->aux, bytes);
  assert_int_equal(w->value, value);
  SAYS(w, now.read[ONE][ordinal]);
  return w;
}

/* The other thread writes first.at[1] and second.at[0]: copies are cut there, and their parts are steps. A part of more than 8
 * bytes is a step with further pieces behind it. */
static void structs_are_copied_in_parts(void **state) {
  (void)state;
  discover(2);
  EXECUTE_BOTH(2, ONE, {TWO, 1}, {ONE, 11});
  const struct event *change = next(TWO, EV_WRITE);
  assert_int_equal(change->aux, 4);
  assert_int_equal(change->value, 9);
  uint64_t from = reads(ONE, EV_READ, 0, 4, 1)->addr; /* second = first */
  uint64_t to = writes_part(4, 1, 0)->addr;
  assert_int_equal(reads(ONE, EV_READ, 1, 4, 9)->addr, change->addr);
  assert_int_equal(change->addr, from + 4);
  writes_part(4, 9, 1);
  assert_true(event_is_step(reads(ONE, EV_READ, 2, 8, pair(3, 4))));
  assert_false(event_is_step(reads(ONE, EV_READ, 3, 4, 5)));
  assert_int_equal(writes_part(8, pair(3, 4), 2)->addr, to + 8);
  const struct event *w = next(ONE, EV_WRITE);
  assert_false(event_is_step(w));
  assert_int_equal(w->addr, to + 16);
  SAYS(w, now.read[ONE][3]);
  for (uint32_t i = 0; i < 2; i++) /* mine = first */
    assert_true(event_is_step(reads(ONE, EV_READ, 4 + i, 4, i ? 9 : 1)));
  assert_true(event_is_step(reads(ONE, EV_READ, 6, 8, pair(3, 4))));
  assert_false(event_is_step(reads(ONE, EV_READ, 7, 4, 5)));
  assert_int_equal(writes_part(4, 1, 4)->addr, to); /* second = mine */
  w = next(ONE, EV_WRITE);
  assert_true(event_is_step(w));
  assert_int_equal(w->addr, to + 4);
  uint64_t end = w->addr + w->aux;
  assert_int_equal((uint32_t)w->value, 10);
  while (end < to + 20) {
    w = next(ONE, EV_WRITE);
    assert_false(event_is_step(w));
    assert_int_equal(w->addr, end);
    end += w->aux;
  }
  assert_int_equal(end, to + 20);
  assert_int_equal(initial_of(from)->value, 1);
  assert_int_equal(initial_of(from + 4)->value, 2); /* before the change */
  assert_int_equal(initial_of(from + 8)->value, pair(3, 4));
}

/* The next event is a branch that holds iff a variable is worth this; which one. */
static expr_id next_branch_on_read(uint64_t value) {
  struct expr_store s = target_exprs(target);
  const struct event *e = next(ONE, EV_BRANCH);
  const struct expr *n = &s.node[e->expr];
  assert_int_equal(e->taken, 1);
  assert_int_equal(n->op, EX_EQ);
  assert_int_equal(s.node[n->b].op, EX_CONST);
  assert_int_equal(expr_const_value(&s.node[n->b]), value);
  return n->a;
}

/* What decides where an access goes comes before it, and can be flipped. */
static void pointers_and_sizes_are_decided(void **state) {
  (void)state;
  discover(3);
  EXECUTE_BOTH(3, ONE, {ONE, 4});
  const struct event *e = next(ONE, EV_READ);
  uint64_t other = e->value;
  assert_int_equal(e->aux, 8);
  assert_int_equal(e->expr, next_branch_on_read(other));
  assert_int_equal(reads(ONE, EV_READ, 1, 4, 4)->addr, other);
  SAYS(next(ONE, EV_BRANCH), R(ONE, 1) == 4);
  assert_int_equal(reads(ONE, EV_READ, 2, 4, 4)->addr, other);
  uint32_t branches = 0, bytes = 0;
  while (run.event[run.next].kind == EV_BRANCH || run.event[run.next].kind == EV_BOUNDS)
    branches += run.event[run.next++].kind == EV_BRANCH;
  assert_true(branches > 0);
  for (; run.next < run.trace.event_count && bytes < 4; bytes += e->aux) {
    e = next(ONE, EV_WRITE);
    assert_int_equal(e->value, 0x78787878 & expr_mask(8 * e->aux));
    assert_int_equal(e->expr, 0);
  }
  assert_int_equal(bytes, 4);
}

static void waiting_is_told(void **state) {
  (void)state;
  discover(4);
  EXECUTE_BOTH(4, ONE, {TWO, 1}, {ONE, 2});
  next(TWO, EV_LOCK);
  const struct event *fail = next(ONE, EV_LOCK_FAIL);
  assert_int_equal(fail->value, EBUSY);
  assert_int_equal(fail->aux, EBUSY);
  reads(ONE, EV_READ, 0, 4, 0);
  assert_int_equal(run.trace.end, END_CUT);
  assert_int_equal(waiting_of(ONE)->kind, EV_SPIN);
  EXECUTE_BOTH(4, TWO, {ONE, 1});
  assert_int_equal(next(ONE, EV_LOCK)->aux, EBUSY);
  assert_int_equal(waiting_of(TWO)->kind, EV_LOCK);
  EXECUTE_BOTH(4, ONE, {TWO, 1}, {ONE, 2}, {TWO, 1}, {ONE, 1});
  assert_int_equal(run.trace.end, END_EXIT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(figure_3, start_figure, stop),
      cmocka_unit_test_setup_teardown(unforeseen_interference_cuts, start_figure, stop),
      cmocka_unit_test_setup_teardown(runs_are_cut_when_their_thread_stops, start_figure, stop),
      cmocka_unit_test_setup_teardown(read_modify_write_is_read_then_write, start_small, stop),
      cmocka_unit_test_setup_teardown(what_flows_through_joining_is_seen, start_small, stop),
      cmocka_unit_test_setup_teardown(structs_are_copied_in_parts, start_small, stop),
      cmocka_unit_test_setup_teardown(pointers_and_sizes_are_decided, start_small, stop),
      cmocka_unit_test_setup_teardown(waiting_is_told, start_small, stop),
  };
  return cmocka_run_group_tests(tests, compile_all, remove_all);
}
