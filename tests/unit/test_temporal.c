/* Temporal consistency: the paper's example, each kind of object, and random scenarios against brute force over all
 * interleavings, with the blame: minimal, and sound for scenarios that contain the one it was found for.
 *
 * make build/tests/unit/test_temporal && build/tests/unit/test_temporal */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <errno.h>
#include <string.h>
#include <cmocka.h>

#include "explore/strategy/interfere/temporal.h"

#ifndef ROUNDS
#define ROUNDS 8000
#endif

/* ---- building a scenario ---- */

static struct scenario scene;
static struct temporal *temporal;
static struct interleaving found;
static struct blame blamed;

static void clear_scene(void) {
  vec_clear(&scene.threads);
  vec_clear(&scene.events);
  vec_clear(&scene.couplings);
  vec_clear(&scene.counts);
  scene.cell_count = 0;
  scene.sink = 0;
}

static uint32_t note(uint32_t kind, uint64_t addr, uint32_t aux, uint64_t value) {
  struct scene_thread *t = &vec_last(&scene.threads);
  struct event e = {
      .kind = (uint8_t)kind, .thread = (uint16_t)t->number, .addr = addr, .aux = aux, .value = value};
  struct scene_event s = {.label = e, .slot = (uint32_t)scene.threads.count - 1};
  t->count++;
  scene.sink = (uint32_t)scene.events.count;
  vec_push(&scene.events, s);
  return scene.sink;
}

static uint32_t access(uint32_t kind, uint32_t cell, uint32_t cells) {
  uint32_t e = note(kind, 0x1000 + 8 * cell, 8 * cells, 0);
  scene.events.at[e].cell = cell;
  scene.events.at[e].cells = cells;
  if (scene.cell_count < cell + cells) scene.cell_count = cell + cells;
  return e;
}

static uint32_t fused(uint32_t event) {
  scene.events.at[event].label.taken |= EVENT_FUSED;
  return event;
}

static void thread(uint32_t number, uint32_t created) {
  struct scene_thread t = {number, (uint32_t)scene.events.count, 0, created};
  vec_push(&scene.threads, t);
  note(EV_INPUT, 0, 0, 0); /* START */
}

static uint32_t rd(uint32_t cell) { return access(EV_READ, cell, 1); }
static uint32_t wt(uint32_t cell) { return access(EV_WRITE, cell, 1); }
static uint32_t op(uint32_t kind, uint64_t addr) { return note(kind, addr, 0, 0); }
static uint32_t op_value(uint32_t kind, uint64_t addr, uint64_t value) { return note(kind, addr, 0, value); }
static uint32_t create(uint32_t number) { return note(EV_CREATE, 0, number, 0); }
static uint32_t branch(void) { return note(EV_BRANCH, 0, 0, 0); }

/* Interferences: the write that feeds each cell of a read; NONE: local. */
#define CELLS 8
static uint32_t feeds[256][CELLS];

static void no_interferences(void) { memset(feeds, 0xff, sizeof feeds); }
static void interfere(uint32_t write, uint32_t read) {
  for (uint32_t c = 0; c < scene.events.at[write].cells; c++)
    feeds[read][scene.events.at[write].cell + c] = write;
}

static uint32_t own_write(uint32_t read, uint32_t cell) {
  uint32_t first = scene.threads.at[scene.events.at[read].slot].first;
  for (uint32_t i = read; i-- > first;) {
    const struct scene_event *e = &scene.events.at[i];
    if (event_writes(&e->label) && e->cell <= cell && cell < e->cell + e->cells) return i;
  }
  return NONE;
}

static void couple_reads(void) {
  vec_clear(&scene.couplings);
  for (uint32_t i = 0; i < scene.events.count; i++) {
    struct scene_event *e = &scene.events.at[i];
    e->coupling = (uint32_t)scene.couplings.count;
    for (uint32_t k = 0; event_reads(&e->label) && k < e->cells; k++) {
      uint32_t cell = e->cell + k, from = feeds[i][cell];
      struct coupling c = {.cell = cell, .write = from, .is_fixed = from != NONE};
      if (from == NONE) c.write = own_write(i, cell);
      vec_push(&scene.couplings, c);
    }
  }
}

static void begin(void) {
  clear_scene();
  no_interferences();
  thread(0, NONE);
}

static enum feasibility ask(void) {
  couple_reads();
  enum feasibility f = temporal_check(temporal, &scene, &found, &blamed);
  if (f == FEASIBLE) assert_true(temporal_is_order(&scene, &found));
  return f;
}

#define assert_feasible() assert_int_equal(ask(), FEASIBLE)

static bool has(const uint32_t *at, size_t count, uint32_t x) {
  for (size_t i = 0; i < count; i++)
    if (at[i] == x) return true;
  return false;
}

static void expect_blame(const uint32_t *reads, size_t read_count, const uint32_t *ends, size_t end_count) {
  assert_int_equal(ask(), INFEASIBLE);
  assert_int_equal(blamed.reads.count, read_count);
  assert_int_equal(blamed.ends.count, end_count);
  for (size_t i = 0; i < read_count; i++) assert_true(has(blamed.reads.at, read_count, reads[i]));
  for (size_t i = 0; i < end_count; i++) assert_true(has(blamed.ends.at, end_count, ends[i]));
}
#define LIST(...) ((uint32_t[]){__VA_ARGS__}), sizeof((uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t)
#define NOTHING NULL, 0

static int set_up(void **state) {
  (void)state;
  temporal = temporal_open(NULL);
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  temporal_close(temporal);
  vec_free(&scene.threads);
  vec_free(&scene.events);
  vec_free(&scene.couplings);
  vec_free(&scene.counts);
  vec_free(&found.slots);
  vec_free(&blamed.reads);
  vec_free(&blamed.ends);
  return 0;
}

/* ---- the paper's example: figures 2 and 3 ---- */

enum { COUNT, SIZE, LOCK_A = 0x100, LOCK_B = 0x140, OTHER = 0x180 };

static struct {
  uint32_t r0, r3, write;
} T, T2;

/* addAll up to the failing assertion, or through. */
static void add_all_1(void) {
  T.r0 = rd(COUNT);
  op(EV_LOCK, LOCK_A);
  rd(SIZE);
  branch();
  rd(SIZE);
  T.r3 = rd(COUNT);
  branch();
}
static void add_all_2(bool is_through) {
  T2.r0 = rd(COUNT);
  op(EV_LOCK, LOCK_A);
  rd(SIZE);
  branch();
  rd(SIZE);
  T2.r3 = rd(COUNT);
  branch();
  rd(COUNT);
  T2.write = wt(COUNT);
  if (is_through) op(EV_UNLOCK, LOCK_A);
}

static void add_all(bool is_through) {
  begin();
  uint32_t a = create(1), b = create(2);
  thread(2, b);
  add_all_2(is_through);
  thread(1, a);
  add_all_1();
}

/* When a slot takes its n-th step in the order found. */
static uint32_t step_of(uint32_t slot, uint32_t n) {
  for (uint32_t i = 0; i < found.slots.count; i++)
    if (found.slots.at[i] == slot && !n--) return i;
  return NONE;
}

static void paper_example(void **state) {
  (void)state;
  add_all(true);
  interfere(T2.write, T.r3);
  assert_feasible();
  /* T reads before T' writes, its seventh step, and takes the lock after T' has given it back, its eighth. */
  assert_true(step_of(2, 0) < step_of(1, 6));
  assert_true(step_of(1, 7) < step_of(2, 1));
}

/* Section 7.4: T' holds the lock at the end of its path. */
static void paper_lock_at_end(void **state) {
  (void)state;
  add_all(false);
  interfere(T2.write, T.r3);
  expect_blame(NOTHING, LIST(1));
}

/* Both reads of cnt in T see the write of T', but the first one is local: it was before the lock. */
static void paper_local_read(void **state) {
  (void)state;
  add_all(true);
  interfere(T2.write, T.r0);
  expect_blame(LIST(T.r3), NOTHING);
  interfere(T2.write, T.r3);
  assert_feasible();
}

/* ---- memory ---- */

static void written_before_creation(void **state) {
  (void)state;
  begin();
  uint32_t w = wt(0), a = create(1);
  thread(1, a);
  uint32_t r = rd(0);
  expect_blame(LIST(r), NOTHING);
  interfere(w, r);
  assert_feasible();
}

static void crossed_reads(void **state) {
  (void)state;
  begin();
  uint32_t a = create(1), b = create(2);
  thread(1, a);
  uint32_t r1 = rd(0), w1 = wt(1);
  thread(2, b);
  uint32_t r2 = rd(1), w2 = wt(0);
  assert_feasible();
  interfere(w2, r1);
  assert_feasible();
  interfere(w1, r2);
  expect_blame(NOTHING, NOTHING);
}

/* Two that increment atomically cannot both see the initial value. */
static void atomic_updates(void **state) {
  (void)state;
  begin();
  uint32_t a = create(1), b = create(2);
  thread(1, a);
  uint32_t r1 = access(EV_ATOMIC_READ, 0, 1), w1 = fused(access(EV_ATOMIC_WRITE, 0, 1));
  thread(2, b);
  uint32_t r2 = access(EV_ATOMIC_READ, 0, 1);
  fused(access(EV_ATOMIC_WRITE, 0, 1));
  assert_int_equal(ask(), INFEASIBLE);
  assert_int_equal(blamed.reads.count, 2);
  assert_int_equal(blamed.ends.count, 0);
  interfere(w1, r2);
  assert_feasible();
  assert_int_equal(found.slots.at[0], 1);
  (void)r1;
}

/* A wide read of which one half comes from elsewhere. */
static void wide_read(void **state) {
  (void)state;
  begin();
  uint32_t a = create(1), b = create(2);
  thread(1, a);
  uint32_t w = access(EV_WRITE, 0, 2), v = wt(1);
  thread(2, b);
  uint32_t r = access(EV_READ, 0, 2);
  feeds[r][0] = w;
  feeds[r][1] = v;
  assert_feasible();
  feeds[r][1] = w;
  assert_feasible();
  feeds[r][1] = NONE;
  expect_blame(LIST(r), NOTHING);
}

static void freed(void **state) {
  (void)state;
  begin();
  uint32_t a = create(1);
  uint32_t f = access(EV_FREE, 0, 2);
  thread(1, a);
  uint32_t r = rd(0);
  assert_feasible();
  interfere(f, r);
  expect_blame(NOTHING, NOTHING);
  begin();
  access(EV_FREE, 0, 2);
  r = rd(1);
  expect_blame(LIST(r), NOTHING);
}

/* What a thread does before its first step happens when it is created. */
static void start_at_creation(void **state) {
  (void)state;
  begin();
  uint32_t a = create(1), w = fused(wt(0)), b = create(2);
  thread(1, a);
  uint32_t r1 = fused(rd(0));
  thread(2, b);
  uint32_t r2 = fused(rd(0));
  interfere(w, r2);
  assert_feasible();
  assert_int_equal(found.slots.count, 0);
  interfere(w, r1);
  expect_blame(NOTHING, NOTHING);
}

/* ---- objects: what is needed, and who is to blame ---- */

static void two_threads(uint32_t *a, uint32_t *b) {
  begin();
  *a = create(1);
  *b = create(2);
}

static void locks(void **state) {
  (void)state;
  uint32_t a, b;
  two_threads(&a, &b);
  thread(1, a);
  op(EV_LOCK, LOCK_A), op(EV_LOCK, LOCK_B), op(EV_UNLOCK, LOCK_B), op(EV_UNLOCK, LOCK_A);
  thread(2, b);
  op(EV_LOCK, LOCK_B), op(EV_LOCK, LOCK_A);
  assert_feasible();
  note(EV_BRANCH, 0, 0, 0);
  assert_feasible();

  two_threads(&a, &b); /* a deadlock: both hold one, and never go on */
  thread(1, a);
  op(EV_LOCK, LOCK_A), op(EV_LOCK, LOCK_B);
  thread(2, b);
  op(EV_LOCK, LOCK_B), op(EV_LOCK, LOCK_A);
  expect_blame(NOTHING, LIST(1));
}

static void lock_fails(void **state) {
  (void)state;
  uint32_t a, b;
  two_threads(&a, &b);
  thread(1, a);
  op(EV_LOCK, LOCK_A), op(EV_UNLOCK, LOCK_A);
  thread(2, b);
  op_value(EV_LOCK_FAIL, LOCK_A, EBUSY);
  assert_feasible();
  assert_int_equal(found.slots.at[1], 2);
  two_threads(&a, &b);
  thread(1, a);
  thread(2, b);
  op_value(EV_LOCK_FAIL, LOCK_A, ETIMEDOUT);
  expect_blame(NOTHING, LIST(0, 1));
  scene.events.at[scene.sink].label.value = ECANCELED; /* tells nothing of the lock */
  assert_feasible();
  scene.events.at[scene.sink].label.value = ENOTRECOVERABLE; /* only once somebody has lost it */
  expect_blame(NOTHING, LIST(0, 1));
  two_threads(&a, &b);
  thread(1, a);
  op(EV_LOCK, LOCK_A), op_value(EV_UNLOCK, LOCK_A, EOWNERDEAD);
  op_value(EV_LOCK, LOCK_A, EOWNERDEAD), op_value(EV_UNLOCK, LOCK_A, ENOTRECOVERABLE);
  thread(2, b);
  op_value(EV_LOCK_FAIL, LOCK_A, ENOTRECOVERABLE);
  assert_feasible();
}

static void read_locks(void **state) {
  (void)state;
  uint32_t a, b;
  two_threads(&a, &b);
  thread(1, a);
  op(EV_READ_LOCK, LOCK_A);
  thread(2, b);
  op(EV_READ_LOCK, LOCK_A);
  assert_feasible();
  note(EV_LOCK_FAIL, LOCK_A, 0, EBUSY);
  assert_feasible();
  scene.events.at[scene.sink].label.aux = EVENT_WANTS_READ;
  expect_blame(NOTHING, LIST(0, 1));
  two_threads(&a, &b);
  thread(1, a);
  op(EV_READ_LOCK, LOCK_A);
  thread(2, b);
  op(EV_LOCK, LOCK_A);
  expect_blame(NOTHING, LIST(1));
}

static void queued_writers(void **state) {
  (void)state;
  uint32_t a, b;
  two_threads(&a, &b);
  thread(1, a);
  uint32_t w = wt(0);
  op(EV_READ_LOCK, LOCK_A);
  uint32_t w2 = wt(1);
  op(EV_READ_LOCK, LOCK_A), op(EV_READ_UNLOCK, LOCK_A), op(EV_READ_UNLOCK, LOCK_A);
  thread(2, b);
  op(EV_QUEUE, LOCK_A), op(EV_LOCK, LOCK_A), op(EV_UNLOCK, LOCK_A);
  uint32_t r = rd(1);
  assert_int_equal(ask(), INFEASIBLE);
  interfere(w2, r);
  assert_feasible();
  (void)w;
  two_threads(&a, &b);
  thread(1, a);
  op(EV_READ_LOCK, LOCK_A), op(EV_READ_LOCK, LOCK_A);
  uint32_t late = wt(0);
  thread(2, b);
  op(EV_QUEUE, LOCK_A);
  r = rd(0);
  interfere(late, r);
  assert_feasible(); /* queues after the second */
  two_threads(&a, &b);
  thread(1, a);
  op(EV_READ_LOCK, LOCK_A);
  r = rd(0);
  op(EV_READ_LOCK, LOCK_A);
  thread(2, b);
  op(EV_QUEUE, LOCK_A);
  late = wt(0);
  interfere(late, r);
  scene.sink = r; /* then the end of thread 2 can be blamed: it might give up */
  expect_blame(NOTHING, LIST(2));
}

static void semaphores(void **state) {
  (void)state;
  uint32_t a, b;
  two_threads(&a, &b);
  thread(1, a);
  op(EV_POST, OTHER);
  thread(2, b);
  op(EV_SEM_WAIT, OTHER);
  assert_feasible();
  op_value(EV_SEM_FAIL, OTHER, EAGAIN);
  assert_feasible();
  op_value(EV_SEM_VALUE, OTHER, 0);
  assert_feasible();
  scene.events.at[scene.sink].label.value = 1;
  assert_int_equal(ask(), INFEASIBLE);
  op(EV_SEM_WAIT, OTHER);
  scene.events.at[scene.sink - 1].label.value = 0;
  expect_blame(NOTHING, LIST(0, 1));
  vec_push(&scene.counts, ((struct scene_count){OTHER, 1}));
  assert_feasible();
  scene.events.at[scene.sink - 1].label.value = 1;
  assert_feasible();
  op(EV_SEM_WAIT, OTHER);
  expect_blame(NOTHING, LIST(0, 1));
}

static void waits(uint32_t result) {
  op(EV_LOCK, LOCK_A);
  op_value(EV_WAIT, OTHER, LOCK_A);
  op(EV_UNLOCK, LOCK_A);
  op_value(EV_WAKE, OTHER, result);
  op(EV_LOCK, LOCK_A);
  op(EV_UNLOCK, LOCK_A);
}

static void conditions(void **state) {
  (void)state;
  uint32_t a, b;
  two_threads(&a, &b);
  thread(1, a);
  op(EV_SIGNAL, OTHER);
  thread(2, b);
  waits(0);
  assert_feasible();
  two_threads(&a, &b);
  thread(1, a);
  thread(2, b);
  waits(0);
  expect_blame(NOTHING, LIST(0, 1));
  scene.events.at[scene.sink - 2].label.value = ETIMEDOUT;
  assert_feasible();
  /* One signal for two; a broadcast is for both. */
  begin();
  a = create(1), b = create(2);
  uint32_t signal = op(EV_SIGNAL, OTHER);
  thread(1, a);
  waits(0);
  thread(2, b);
  waits(0);
  assert_int_equal(ask(), INFEASIBLE);
  assert_int_equal(blamed.ends.count, 2);
  scene.events.at[signal].label.kind = EV_BROADCAST;
  assert_feasible();
}

/* A signal is for those who wait at that time; one who comes later does not get it. */
static void signal_before_wait(void **state) {
  (void)state;
  uint32_t a, b;
  two_threads(&a, &b);
  thread(1, a);
  op(EV_SIGNAL, OTHER);
  uint32_t w = wt(0);
  thread(2, b);
  uint32_t r = rd(0);
  waits(0);
  interfere(w, r);
  expect_blame(NOTHING, LIST(0, 1));
}

/* 1 and 2 wait, in this order, and are signalled once; 2 is cancelled and leaves, so the signal is left for 1. Reads and writes say
 * in which order all this happens. */
static void signal_is_left_to_others(void **state) {
  (void)state;
  begin();
  uint32_t a = create(1), b = create(2);
  uint32_t both_wait = rd(1);
  op(EV_SIGNAL, OTHER), op(EV_CANCEL, LOCK_B);
  uint32_t signalled = wt(2);
  thread(1, a);
  op(EV_WAIT, OTHER);
  uint32_t first = wt(0), left = rd(3);
  op_value(EV_WAKE, OTHER, 0);
  thread(2, b);
  interfere(first, rd(0));
  op(EV_WAIT, OTHER);
  interfere(wt(1), both_wait);
  interfere(signalled, rd(2));
  op_value(EV_WAKE, OTHER, ECANCELED), fused(op_value(EV_CANCEL_POINT, LOCK_B, 1));
  interfere(wt(3), left);
  assert_feasible();
}

/* Destroying waits for those who were signalled, until they have left. */
static void destroyed_condition(void **state) {
  (void)state;
  begin();
  uint32_t a = create(1), b = create(2);
  uint32_t waits = rd(0), signal = op(EV_SIGNAL, OTHER), signalled = wt(1);
  thread(1, a);
  op(EV_WAIT, OTHER);
  interfere(wt(0), waits);
  uint32_t destroyed = rd(2);
  uint32_t wake = op_value(EV_WAKE, OTHER, 0);
  thread(2, b);
  interfere(signalled, rd(1));
  op(EV_DESTROY, OTHER);
  uint32_t w = wt(2);
  assert_feasible();
  interfere(w, destroyed);
  expect_blame(NOTHING, LIST(0));
  scene.events.at[signal].label.kind = EV_YIELD; /* that is an error, and not done */
  scene.events.at[wake].label.value = ETIMEDOUT;
  expect_blame(NOTHING, LIST(0));
}

static void barriers(void **state) {
  (void)state;
  uint32_t a, b;
  two_threads(&a, &b);
  thread(1, a);
  note(EV_BARRIER_ARRIVE, OTHER, 2 << 1, 0);
  thread(2, b);
  uint32_t last = note(EV_BARRIER_ARRIVE, OTHER, 2 << 1, 2);
  op(EV_BARRIER_LEAVE, OTHER);
  assert_feasible();
  scene.events.at[last].label.value = 0;
  expect_blame(NOTHING, LIST(0, 1));
  scene.events.at[last].label.aux |= 1;
  assert_feasible(); /* nobody asks the last one */
}

static void once(void **state) {
  (void)state;
  uint32_t a, b;
  two_threads(&a, &b);
  thread(1, a);
  op(EV_ONCE_BEGIN, OTHER), op(EV_ONCE_END, OTHER);
  thread(2, b);
  op(EV_ONCE_PASS, OTHER);
  assert_feasible();
  scene.events.at[scene.sink].label.kind = EV_ONCE_BEGIN;
  expect_blame(NOTHING, NOTHING);
  two_threads(&a, &b);
  thread(1, a);
  op(EV_ONCE_BEGIN, OTHER);
  thread(2, b);
  op(EV_ONCE_PASS, OTHER);
  expect_blame(NOTHING, LIST(1));
  scene.events.at[scene.sink].label.kind = EV_ONCE_BEGIN;
  expect_blame(NOTHING, LIST(1)); /* it might give up */
  two_threads(&a, &b);
  thread(1, a);
  thread(2, b);
  op(EV_ONCE_PASS, OTHER);
  expect_blame(NOTHING, LIST(0, 1));
}

static void joins(void **state) {
  (void)state;
  uint32_t a, b;
  two_threads(&a, &b);
  thread(1, a);
  uint32_t w = wt(0), end = note(EV_END_THREAD, 0, 0, 0);
  thread(2, b);
  note(EV_JOIN, 0, 1, 0);
  uint32_t r = rd(0);
  expect_blame(LIST(r), NOTHING);
  interfere(w, r);
  assert_feasible();
  scene.events.at[end].label.kind = EV_BRANCH;
  expect_blame(NOTHING, LIST(1));
  two_threads(&a, &b);
  thread(1, a);
  w = wt(0);
  note(EV_END_THREAD, 0, 0, 0);
  thread(2, b);
  r = rd(0);
  note(EV_JOIN_FAIL, 0, 1, EBUSY);
  assert_feasible();
  interfere(w, r);
  expect_blame(NOTHING, NOTHING);
}

static void cancellation(void **state) {
  (void)state;
  uint32_t a, b;
  two_threads(&a, &b);
  thread(1, a);
  uint32_t w = wt(0);
  op(EV_CANCEL, OTHER);
  uint32_t w2 = wt(1);
  thread(2, b);
  uint32_t r = rd(0), r2 = rd(1);
  op_value(EV_CANCEL_POINT, OTHER, 1);
  interfere(w, r);
  assert_feasible();
  scene.events.at[scene.sink].label.value = 0;
  assert_feasible();
  interfere(w2, r2);
  expect_blame(NOTHING, NOTHING);
  two_threads(&a, &b);
  thread(1, a);
  thread(2, b);
  op_value(EV_CANCEL_POINT, OTHER, 1);
  expect_blame(NOTHING, LIST(0, 1));
  /* One who is cancelled leaves the queue, and the signal that was for him. */
  begin();
  a = create(1), b = create(2);
  op(EV_SIGNAL, OTHER), op(EV_CANCEL, LOCK_B);
  thread(1, a);
  op(EV_WAIT, OTHER), op_value(EV_WAKE, OTHER, ECANCELED);
  fused(op_value(EV_CANCEL_POINT, LOCK_B, 1));
  thread(2, b);
  op(EV_WAIT, OTHER), op_value(EV_WAKE, OTHER, 0);
  assert_feasible();
}

static void exit_is_last(void **state) {
  (void)state;
  begin();
  uint32_t a = create(1);
  uint32_t r = rd(0);
  op(EV_EXIT, 0);
  thread(1, a);
  uint32_t w = wt(0);
  assert_feasible();
  assert_int_equal(found.slots.at[found.slots.count - 1], 0);
  interfere(w, r);
  assert_feasible();
}

/* A thread that exists but has no path is part of its creator. */
static void thread_without_slot(void **state) {
  (void)state;
  begin();
  uint32_t a = create(1);
  create(7);
  thread(1, a);
  op(EV_SEM_WAIT, OTHER);
  expect_blame(NOTHING, LIST(0));
  note(EV_JOIN, 0, 7, 0);
  expect_blame(NOTHING, LIST(0));
}

/* Neither the reads nor the lock alone would do: no cycle of forced orders, the search has to find out. */
static void open_disjunctions(void **state) {
  (void)state;
  uint32_t a, b;
  two_threads(&a, &b);
  thread(1, a);
  wt(0), rd(0), wt(1), rd(1);
  thread(2, b);
  wt(0), rd(0), wt(1), rd(1);
  assert_feasible();
  begin();
  a = create(1), b = create(2);
  uint32_t r = rd(0);
  wt(2);
  uint32_t q = rd(1);
  thread(1, a);
  uint32_t w = wt(0);
  wt(1);
  thread(2, b);
  uint32_t v = wt(1);
  wt(0);
  interfere(w, r);
  interfere(v, q);
  assert_feasible();
}

#include "unit/temporal_brute.h"

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(paper_example),
      cmocka_unit_test(paper_lock_at_end),
      cmocka_unit_test(paper_local_read),
      cmocka_unit_test(written_before_creation),
      cmocka_unit_test(crossed_reads),
      cmocka_unit_test(atomic_updates),
      cmocka_unit_test(wide_read),
      cmocka_unit_test(freed),
      cmocka_unit_test(start_at_creation),
      cmocka_unit_test(locks),
      cmocka_unit_test(lock_fails),
      cmocka_unit_test(read_locks),
      cmocka_unit_test(queued_writers),
      cmocka_unit_test(semaphores),
      cmocka_unit_test(conditions),
      cmocka_unit_test(signal_before_wait),
      cmocka_unit_test(signal_is_left_to_others),
      cmocka_unit_test(destroyed_condition),
      cmocka_unit_test(barriers),
      cmocka_unit_test(once),
      cmocka_unit_test(joins),
      cmocka_unit_test(cancellation),
      cmocka_unit_test(exit_is_last),
      cmocka_unit_test(thread_without_slot),
      cmocka_unit_test(open_disjunctions),
      cmocka_unit_test(random_scenarios),
      cmocka_unit_test(blame_is_sound),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
