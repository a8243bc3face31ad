/* What is left of a run without its failures: against the definition, on random traces in which one or two threads fail.
 *
 * make build/tests/unit/test_survivors && build/tests/unit/test_survivors */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "detect/survivors.h"
#include "unit/random_trace.h"

#define ROUNDS 20000

/* ---- failures ---- */

static uint32_t failed[2], failures; /* the steps, events of the trace */

static bool can_fail(uint32_t i) {
  const struct event *e = &events[i];
  bool is_note = e->kind == EV_CREATE || e->kind == EV_END_THREAD;
  for (uint32_t k = i + 1; k < count; k++) /* others would have waited for that */
    if (events[k].thread == e->thread && events[k].kind == EV_BARRIER_ARRIVE) return false;
  return !is_note && e->kind != EV_ATOMIC_BEGIN && block_of(i) == i;
}

/* Does not happen if the thread fails at i. */
static bool is_lost(uint32_t k, uint32_t i) {
  const struct event *e = &events[k];
  return k > i && (e->thread == events[i].thread || (e->kind == EV_JOIN && e->aux == events[i].thread));
}

static void fail_at(uint32_t i) {
  struct event next[EVENTS + 2], stopped = {.kind = EV_STOPPED, .thread = events[i].thread};
  uint32_t n = 0;
  for (uint32_t k = 0; k < count; k++) {
    if (!is_lost(k, i)) next[n++] = events[k];
    if (k == i) next[n++] = stopped;
  }
  assert_true(n <= EVENTS);
  memcpy(events, next, n * sizeof *events);
  count = n;
}

/* True if there is a first failure; the run ends with it. */
static bool make_failures(void) {
  make_trace();
  failures = 0;
  uint32_t i = draw(count), k = i + 2 + draw(8);
  if (count + 2 > EVENTS || !can_fail(i)) return false;
  fail_at(failed[failures++] = i);
  if (k < count && can_fail(k)) fail_at(failed[failures++] = k);
  return true;
}

/* ---- what is left, by definition ---- */

static bool is_out[EVENTS]; /* by block */

static bool is_failing(uint32_t block) { return block == failed[0] || (failures > 1 && block == failed[1]); }

/* Does block b come, by one dependency, after a block that is out? */
static bool comes_after_out(uint32_t b) {
  for (uint32_t j = b; j < count; j++)
    for (uint32_t i = 0; block_of(j) == b && i < j; i++)
      if (block_of(i) != b && is_out[block_of(i)] && depends(i, j)) return true;
  return false;
}

static void leave_out(void) {
  bool has_changed = true;
  for (uint32_t b = 0; b < count; b++) is_out[b] = is_failing(b);
  while (has_changed) {
    has_changed = false;
    for (uint32_t b = 0; b < count; b++)
      if (block_of(b) == b && !is_out[b] && comes_after_out(b)) has_changed = is_out[b] = true;
  }
}

static uint32_t expected(struct event *to, uint32_t *left_count) {
  uint32_t n = 0;
  leave_out();
  for (uint32_t i = 0; i < count; i++)
    if (!is_out[block_of(i)]) to[n++] = events[i];
  *left_count = n;
  for (uint32_t k = 0; k < failures; k++)
    if (!comes_after_out(failed[k])) to[n++] = events[failed[k]];
  return n;
}

/* ---- the comparison ---- */

static struct trace trace_of(void) {
  struct trace t = {.end = END_BUG, .event_count = failed[0] + 1, .thread_count = THREADS};
  t.ghost_count = count - t.event_count;
  for (uint32_t i = t.event_count; i < count; i++) t.ghost_steps += (uint32_t)event_is_step(&events[i]);
  return t;
}

/* The schedule has the steps of the events, in their order. */
static void check_steps(const struct step_list *s, const struct event *e, uint32_t n) {
  size_t run = 0;
  uint32_t done = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (!event_is_step(&e[i])) continue;
    if (done == s->runs.at[run].count) run++, done = 0;
    assert_true(run < s->runs.count);
    assert_int_equal(s->runs.at[run].thread, e[i].thread);
    done++;
  }
  assert_true(!s->runs.count || (run == s->runs.count - 1 && done == s->runs.at[run].count));
}

static bool adds_ghosts(const struct trace *t) {
  for (uint32_t i = t->event_count; i < count; i++)
    if (event_is_visible(&events[i]) && !is_out[block_of(i)]) return true;
  return failures > 1;
}

static void as_defined(void **state) {
  struct survivors s = {0};
  struct event wanted[EVENTS + 2];
  uint32_t read = 0, with_two = 0, left_count;
  (void)state;
  for (int round = 0; round < ROUNDS; round++) {
    if (!make_failures()) continue;
    struct trace t = trace_of();
    uint32_t n = expected(wanted, &left_count);
    if (!survivors_read(&s, &t, events)) {
      assert_true(!t.ghost_steps || !adds_ghosts(&t));
      continue;
    }
    assert_int_equal(s.left_count, left_count);
    assert_int_equal(s.events.count, n);
    assert_memory_equal(s.events.at, wanted, n * sizeof *wanted);
    if (left_count) check_steps(survivors_steps(&s, 0), wanted, left_count);
    read++;
    if (n <= left_count + 1) continue;
    wanted[left_count] = wanted[left_count + 1]; /* the second failure instead of the first */
    check_steps(survivors_steps(&s, left_count + 1), wanted, left_count + 1);
    with_two++;
  }
  assert_true(read > ROUNDS / 10); /* or the comparison says little */
  assert_true(with_two > ROUNDS / 100);
  survivors_free(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(as_defined)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
