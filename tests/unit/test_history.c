/* The history of a run against the order of its events, which is checked against its definition in test_order.c: whatever orders two
 * operations orders their steps. And a history whose beginning was kept from another run is the one that is read anew. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "explore/history/history.h"
#include "explore/history/order.h"
#include "random_trace.h"

#define TRACES 20000

static const struct path no_path;
static struct event run[2 * EVENTS];
static uint32_t run_count;

/* Creating and ending are part of a step of the same thread: each gets one. */
static void make_run(void) {
  make_trace();
  run_count = 0;
  for (uint32_t i = 0; i < count; i++) {
    bool is_note = events[i].kind == EV_CREATE || events[i].kind == EV_END_THREAD;
    if (is_note) run[run_count++] = (struct event){.kind = EV_YIELD, .thread = events[i].thread};
    run[run_count++] = events[i];
  }
}

static void read_all(struct history *h, uint32_t kept) {
  history_begin(h, run, run_count, THREADS, &no_path, kept);
  while (history_next(h)) {}
}

static void test_orders_steps(void **state) {
  struct history h;
  struct order *o = order_open();
  uint64_t ordered = 0;
  (void)state;
  history_open(&h);
  for (int n = 0; n < TRACES; n++) {
    make_run();
    read_all(&h, 0);
    order_read(o, run, run_count, THREADS);
    assert_true(history_is_sound(&h));
    for (uint32_t j = 2; j < h.steps.count; j++)
      for (uint32_t i = 1; i < j; i++) {
        if (!order_before(o, h.steps.at[i].event, h.steps.at[j].event)) continue;
        assert_true(clock_has(&h, history_clock(&h, j), i));
        ordered++;
      }
  }
  assert_true(ordered > TRACES);
  order_close(o);
  history_close(&h);
}

static void assert_same(const struct history *a, const struct history *b) {
  assert_int_equal(a->steps.count, b->steps.count);
  assert_int_equal(a->threads.count, b->threads.count);
  for (uint32_t k = 0; k < a->steps.count; k++)
    for (uint32_t t = 0; t < a->threads.count; t++)
      assert_int_equal(history_clock(a, k)[t], history_clock(b, k)[t]);
  for (uint32_t t = 0; t < a->threads.count; t++) {
    assert_int_equal(a->threads.at[t].elements, b->threads.at[t].elements);
    assert_int_equal(a->threads.at[t].last, b->threads.at[t].last);
  }
  assert_int_equal(a->objects.journal.count, b->objects.journal.count);
}

/* The run before has another end: some of its last events are done by no one. */
static void test_keeps_beginnings(void **state) {
  struct history whole, cut;
  (void)state;
  history_open(&whole);
  history_open(&cut);
  for (int n = 0; n < TRACES; n++) {
    make_run();
    read_all(&whole, 0);
    uint32_t all = run_count, steps = (uint32_t)whole.steps.count;
    run_count = steps > 1 ? whole.steps.at[1 + draw(steps - 1)].event : run_count;
    read_all(&cut, 0);
    run_count = all;
    read_all(&cut, cut.steps.count > 1 ? 1 + draw((uint32_t)cut.steps.count) : 0);
    assert_true(history_is_sound(&cut));
    assert_same(&whole, &cut);
  }
  history_close(&whole);
  history_close(&cut);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_orders_steps),
      cmocka_unit_test(test_keeps_beginnings),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
