/* The partial order of a trace against its definition, written down a second time in the plainest way: a relation between
 * pairs of events, closed by transitivity; and classes by swapping neighbours. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/vec.h"
#include "explore/history/order.h"
#include <stdio.h>
#include <string.h>
#include <time.h>

#define EVENTS_MAX 400

static uint64_t seed;

static uint32_t below(uint32_t n) {
  seed = seed * 6364136223846793005ull + 1442695040888963407ull;
  return (uint32_t)(seed >> 33) % n;
}

struct sample {
  struct event e[EVENTS_MAX];
  uint32_t count, threads;
};

/* ---- the definition ---- */

static uint64_t bytes(const struct event *e) { return event_is_access(e) || e->kind == EV_SPIN ? e->aux : 1; }

static bool overlap(const struct event *a, const struct event *b) {
  uint64_t na = bytes(a), nb = bytes(b);
  return a->addr < b->addr + nb && b->addr < a->addr + na;
}

static bool is_join_of(const struct event *join, const struct event *end) {
  return (join->kind == EV_JOIN || join->kind == EV_JOIN_FAIL) && end->kind == EV_END_THREAD &&
         join->aux == end->thread;
}

/* A thread can be joined once. */
static bool want_same(const struct event *a, const struct event *b) {
  bool are_joins =
      (a->kind == EV_JOIN || a->kind == EV_JOIN_FAIL) && (b->kind == EV_JOIN || b->kind == EV_JOIN_FAIL);
  return are_joins && a->aux == b->aux && (a->kind == EV_JOIN || b->kind == EV_JOIN);
}

static bool has_own_object(const struct event *e) {
  return event_is_visible(e) && e->kind != EV_JOIN && e->kind != EV_JOIN_FAIL &&
         (e->kind != EV_SPIN || e->addr);
}

/* May a and b, neighbours in this order, not change places? */
static bool depend(const struct event *a, const struct event *b) {
  if (a->thread == b->thread) return true;
  if (a->kind == EV_CREATE && a->aux == b->thread) return true;
  if (is_join_of(a, b) || is_join_of(b, a) || want_same(a, b)) return true;
  if (!has_own_object(a) || !has_own_object(b)) return false;
  return effects_conflict(event_effect(a), event_effect(b)) && overlap(a, b);
}

static bool before[EVENTS_MAX][EVENTS_MAX];

static void close_relation(const struct sample *s) {
  memset(before, 0, sizeof before);
  for (uint32_t j = 0; j < s->count; j++)
    for (uint32_t i = j; i-- > 0;) {
      if (!depend(&s->e[i], &s->e[j])) continue;
      before[i][j] = true;
      for (uint32_t k = 0; k < i; k++) before[k][j] |= before[k][i];
    }
}

/* ---- random traces ---- */

static const uint8_t accesses[] = {EV_READ,         EV_WRITE,         EV_ATOMIC_READ,
                                   EV_ATOMIC_WRITE, EV_ATOMIC_UPDATE, EV_SPIN};
static const uint8_t syncs[] = {EV_LOCK,     EV_UNLOCK,    EV_READ_LOCK, EV_READ_UNLOCK, EV_POST,
                                EV_SEM_WAIT, EV_WAIT,      EV_LOCK_FAIL, EV_SEM_FAIL,    EV_YIELD,
                                EV_ONCE_END, EV_JOIN_FAIL, EV_QUEUE,     EV_ONCE_PASS};

static struct event random_access(uint32_t objects) {
  struct event e = {.kind = accesses[below(sizeof accesses)]};
  unsigned log = below(4);
  e.aux = 1u << log;
  e.addr = 0x1000 + 8 * below(objects) + (below(3) ? 0 : below(8) >> log << log);
  if (below(20) == 0) e.addr += below(8), e.aux = 1 + below(40);
  if (below(40) == 0) e.addr = 0x1000 + below(600), e.aux = 500 + below(1500);
  if (e.kind == EV_SPIN && below(4) == 0) e.addr = 0, e.aux = 0; /* a round that read nothing */
  if (below(60) == 0) e.kind = EV_FREE, e.addr = 0x1000, e.aux = 8 * objects;
  return e;
}

static struct event random_event(uint32_t objects) {
  if (below(10) == 0)
    return (struct event){.kind = EV_BRANCH, .expr = 1, .taken = below(2) & 1, .site = below(9)};
  if (below(3)) return random_access(objects);
  return (struct event){.kind = syncs[below(sizeof syncs)], .addr = 0x1000 + 8 * below(objects)};
}

/* A trace as a run could have recorded it: threads are created and end once, joins come after the end. */
static void random_sample(struct sample *s, uint32_t events, uint32_t threads, uint32_t objects) {
  vec(uint32_t) alive = {0};
  vec(uint32_t) ended = {0};
  uint32_t created = 1;
  s->count = 0;
  s->threads = threads;
  vec_push(&alive, 0);
  while (s->count < events && alive.count) {
    uint32_t k = below((uint32_t)alive.count), who = alive.at[k];
    struct event e = random_event(objects);
    if (created < threads && below(2)) {
      e = (struct event){.kind = EV_CREATE, .aux = created};
      vec_push(&alive, created++);
    } else if (who && below(threads > 20 ? 10 : 30) == 0) {
      e = (struct event){.kind = EV_END_THREAD};
      alive.at[k] = vec_last(&alive), alive.count--;
      vec_push(&ended, who);
    } else if (ended.count && below(12) == 0) {
      e = (struct event){.kind = EV_JOIN, .aux = ended.at[below((uint32_t)ended.count)]};
    } else if (e.kind == EV_JOIN_FAIL) {
      e.aux = alive.at[below((uint32_t)alive.count)], e.addr = 0;
    }
    e.thread = (uint16_t)who;
    s->e[s->count++] = e;
  }
  vec_free(&alive);
  vec_free(&ended);
}

/* ---- tests ---- */

static bool same(struct order_hash a, struct order_hash b) { return a.a == b.a && a.b == b.b; }

static struct order_hash class_of(struct order *o, const struct sample *s) {
  order_read(o, s->e, s->count, s->threads);
  return order_class(o);
}

static void test_happens_before(void **state) {
  struct order *o = order_open();
  static struct sample s;
  uint64_t ordered = 0, unordered = 0;
  (void)state;
  for (uint32_t round = 0; round < 1500; round++) {
    seed = round;
    uint32_t threads = round % 10 == 0 ? 20 + below(60) : 1 + below(6);
    random_sample(&s, 10 + below(round % 50 == 0 ? EVENTS_MAX - 10 : 60), threads, 1 + below(6));
    order_read(o, s.e, s.count, s.threads);
    close_relation(&s);
    for (uint32_t i = 0; i < s.count; i++)
      for (uint32_t j = 0; j < s.count; j++) {
        if (i < j && before[i][j] != order_before(o, i, j))
          fail_msg("round %u: events %u and %u: %d", round, i, j, before[i][j]);
        if (i >= j) assert_false(order_before(o, i, j));
        if (i < j) *(before[i][j] ? &ordered : &unordered) += s.e[i].thread != s.e[j].thread;
      }
    assert_true(order_is_sound(o));
  }
  assert_true(ordered > 10000 && unordered > 10000);
  order_close(o);
}

/* Swapping independent neighbours keeps the class; swapping dependent ones of two threads changes it. */
static void test_swaps(void **state) {
  struct order *o = order_open();
  static struct sample s;
  uint64_t kept = 0, changed = 0;
  (void)state;
  for (uint32_t round = 0; round < 2000; round++) {
    seed = 1000 + round;
    random_sample(&s, 10 + below(40), 2 + below(round % 10 ? 4 : 40), 1 + below(5));
    struct order_hash class = class_of(o, &s);
    for (uint32_t walk = 0; walk < 60; walk++) {
      uint32_t i = below(s.count - 1);
      struct event a = s.e[i], b = s.e[i + 1];
      if (a.thread == b.thread) continue;
      bool is_fixed = depend(&a, &b);
      if (is_fixed && (!has_own_object(&a) || !has_own_object(&b)))
        continue; /* no run could have it the other way */
      s.e[i] = b, s.e[i + 1] = a;
      if (is_fixed) {
        assert_false(same(class, class_of(o, &s)));
        s.e[i] = a, s.e[i + 1] = b;
        changed++;
      } else {
        assert_true(same(class, class_of(o, &s)));
        kept++;
      }
    }
  }
  assert_true(kept > 10000 && changed > 10000);
  order_close(o);
}

/* All linear extensions of a small trace's order, by taking any event whose predecessors are all taken. */
static uint64_t extend(struct order *o, const struct sample *s, struct sample *out, bool *taken,
                       struct order_hash class) {
  uint64_t count = 0;
  if (out->count == s->count) {
    assert_true(same(class, class_of(o, out)));
    return 1;
  }
  for (uint32_t j = 0; j < s->count; j++) {
    bool is_ready = !taken[j];
    for (uint32_t i = 0; is_ready && i < s->count; i++) is_ready = taken[i] || !before[i][j];
    if (!is_ready) continue;
    taken[j] = true;
    out->e[out->count++] = s->e[j];
    count += extend(o, s, out, taken, class);
    out->count--;
    taken[j] = false;
  }
  return count;
}

static void test_linear_extensions(void **state) {
  struct order *o = order_open();
  static struct sample s, out;
  uint64_t total = 0;
  (void)state;
  for (uint32_t round = 0; round < 300; round++) {
    bool taken[EVENTS_MAX] = {0};
    seed = 5000 + round;
    random_sample(&s, 5 + below(6), 3, 1 + below(3));
    close_relation(&s);
    out.count = 0;
    out.threads = s.threads;
    total += extend(o, &s, &out, taken, class_of(o, &s));
  }
  assert_true(total > 3000);
  order_close(o);
}

/* As many classes as there are partial orders: two threads, all interleavings of two given sequences. */
static void interleave(struct order *o, const struct sample *a, const struct sample *b, uint32_t i,
                       uint32_t j, struct sample *out, struct order_hash *classes, uint64_t *relations,
                       uint32_t *count) {
  if (i == a->count && j == b->count) {
    uint64_t relation = 0; /* which a comes before which b, where they depend */
    for (uint32_t k = 0; k < out->count; k++)
      for (uint32_t l = k + 1; l < out->count; l++)
        if (out->e[k].thread && !out->e[l].thread && depend(&out->e[k], &out->e[l]))
          relation |= 1ull << (out->e[l].value * 8 + out->e[k].value);
    classes[*count] = class_of(o, out);
    relations[(*count)++] = relation;
    return;
  }
  for (uint32_t side = 0; side < 2; side++) {
    if (side ? j == b->count : i == a->count) continue;
    out->e[out->count++] = side ? b->e[j] : a->e[i];
    interleave(o, a, b, i + !side, j + side, out, classes, relations, count);
    out->count--;
  }
}

static void test_classes_of_two_threads(void **state) {
  struct order *o = order_open();
  static struct sample part[2], out;
  static struct order_hash classes[1000];
  static uint64_t relations[1000];
  uint32_t distinct = 0;
  (void)state;
  for (uint32_t round = 0; round < 60; round++) {
    seed = 9000 + round;
    for (uint16_t side = 0; side < 2; side++) {
      part[side].count = 0;
      while (part[side].count < 4) {
        struct event e = random_event(2);
        if (e.kind == EV_JOIN_FAIL) continue;
        e.thread = side;
        e.value = part[side].count;
        part[side].e[part[side].count++] = e;
      }
    }
    uint32_t count = 0;
    out.count = 0;
    out.threads = 2;
    interleave(o, &part[0], &part[1], 0, 0, &out, classes, relations, &count);
    assert_int_equal(count, 70);
    for (uint32_t k = 0; k < count; k++)
      for (uint32_t l = 0; l < k; l++) {
        assert_int_equal(relations[k] == relations[l], same(classes[k], classes[l]));
        distinct += relations[k] != relations[l];
      }
  }
  assert_true(distinct > 1000);
  order_close(o);
}

static void test_outcomes(void **state) {
  struct order *o = order_open();
  struct event e[] = {{.kind = EV_CREATE, .aux = 1},
                      {.kind = EV_BRANCH, .expr = 3, .taken = 1, .site = 4},
                      {.kind = EV_BRANCH, .expr = 3, .taken = 0, .site = 4, .thread = 1},
                      {.kind = EV_READ, .addr = 64, .aux = 4}};
  (void)state;
  order_read(o, e, 4, 2);
  struct order_hash class = order_class(o);
  struct event swapped = e[1];
  e[1] = e[2], e[2] = swapped;
  order_read(o, e, 4, 2);
  assert_true(same(class, order_class(o)));
  e[1].taken = 1;
  order_read(o, e, 4, 2);
  assert_false(same(class, order_class(o)));
  e[1].taken = 0, e[1].expr = 0; /* a concrete branch is nobody's decision */
  order_read(o, e, 4, 2);
  struct order_hash concrete = order_class(o);
  e[1].taken = 1;
  order_read(o, e, 4, 2);
  assert_true(same(concrete, order_class(o)));
  order_close(o);
}

static void test_barrier(void **state) {
  struct order *o = order_open();
  struct event e[] = {{.kind = EV_CREATE, .aux = 1},
                      {.kind = EV_WRITE, .addr = 64, .aux = 4, .thread = 1},
                      {.kind = EV_BARRIER_ARRIVE, .addr = 8, .value = 1},
                      {.kind = EV_BARRIER_ARRIVE, .addr = 8, .value = 2, .thread = 1},
                      {.kind = EV_BARRIER_LEAVE, .addr = 8, .thread = 1},
                      {.kind = EV_BARRIER_LEAVE, .addr = 8},
                      {.kind = EV_READ, .addr = 80, .aux = 4},
                      {.kind = EV_BARRIER_ARRIVE, .addr = 8, .value = 1, .thread = 1},
                      {.kind = EV_READ, .addr = 88, .aux = 4}};
  (void)state;
  order_read(o, e, 9, 2);
  assert_false(order_before(o, 1, 2));
  assert_true(order_before(o, 1, 5));
  assert_true(order_before(o, 1, 6));
  assert_false(order_before(o, 4, 5));
  assert_false(order_before(o, 7, 8)); /* the second round has nothing to do with those who left the first */
  assert_true(order_before(o, 2, 7));
  order_close(o);
}

static void is_step(const struct order *o, uint32_t k, struct order_step wanted, uint32_t end) {
  const struct order_step *s = order_step(o, k);
  assert_int_equal(s->thread, wanted.thread);
  assert_int_equal(s->event, wanted.event);
  assert_int_equal(s->last, wanted.last);
  assert_int_equal(s->before, wanted.before);
  assert_int_equal(order_step_end(o, k), end);
}

/* Thread 7 is created second; 3 runs up to its first step as soon as it is created. */
static void test_steps(void **state) {
  struct order *o = order_open();
  struct event e[] = {{.kind = EV_CREATE, .aux = 3},
                      {.kind = EV_BRANCH, .thread = 3},
                      {.kind = EV_WRITE, .addr = 64, .aux = 4},
                      {.kind = EV_READ, .addr = 64, .aux = 4, .taken = EVENT_FUSED},
                      {.kind = EV_CREATE, .aux = 7},
                      {.kind = EV_GATE, .thread = 7, .addr = 64, .aux = 4},
                      {.kind = EV_READ, .addr = 64, .aux = 4, .thread = 3},
                      {.kind = EV_READ, .addr = 64, .aux = 4}};
  (void)state;
  order_read(o, e, 8, 3);
  assert_int_equal(order_step_count(o), 3);
  is_step(o, 0, (struct order_step){.thread = 0, .event = 2, .last = 4, .before = 0}, 6);
  is_step(o, 1, (struct order_step){.thread = 1, .event = 6, .last = 6, .before = 1}, 7);
  is_step(o, 2, (struct order_step){.thread = 0, .event = 7, .last = 7, .before = 4}, 8);
  assert_int_equal(order_step_of(o, 1), ORDER_NONE);
  assert_int_equal(order_step_of(o, 5), 0);
  assert_int_equal(order_step_of(o, 6), 1);
  assert_int_equal(order_step_of(o, 7), 2);
  assert_int_equal(order_last(o, order_index(o, 7)), 5);
  assert_int_equal(order_gate_count(o), 1);
  assert_int_equal(order_gate(o, 0)->thread, 2);
  assert_int_equal(order_gate(o, 0)->event, 5);
  order_read(o, e, 1, 2);
  assert_int_equal(order_step_count(o), 0);
  assert_int_equal(order_gate_count(o), 0);
  assert_int_equal(order_last(o, 1), 0); /* its creation */
  order_close(o);
}

/* ---- size and speed ---- */

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Seconds for one event of a trace: `threads` threads take turns with a lock and a counter. */
static double cost_per_event(struct order *o, uint32_t events, uint32_t threads) {
  static const uint8_t kinds[] = {EV_LOCK, EV_READ, EV_WRITE, EV_UNLOCK, EV_READ};
  struct event *e = calloc(events, sizeof *e);
  uint32_t n = 0;
  for (uint32_t t = 1; t < threads; t++) e[n++] = (struct event){.kind = EV_CREATE, .aux = t};
  for (uint32_t i = 0; n < events; i++, n++) {
    uint32_t who = i / 5 % threads, what = i % 5;
    e[n] = (struct event){.kind = kinds[what],
                          .thread = (uint16_t)who,
                          .addr = what == 0 || what == 3 ? 0x1000
                                  : what == 4            ? 0x4000 + 8 * (i % 64)
                                                         : 0x2000,
                          .aux = 8};
  }
  uint32_t rounds = 4000000 / events + 1;
  if (rounds > 20000) rounds = 20000;
  double best = 1;
  for (int attempt = 0; attempt < 5; attempt++) {
    double start = now();
    for (uint32_t k = 0; k < rounds; k++) order_read(o, e, events, threads);
    double cost = (now() - start) / rounds / events;
    if (cost < best) best = cost;
  }
  free(e);
  return best;
}

static void test_cost_is_flat(void **state) {
  struct order *o = order_open();
  (void)state;
  double small = cost_per_event(o, 25, 3), large = cost_per_event(o, 10000, 3);
  printf("order: %.1f ns an event in a trace of 25, %.1f in one of 10,000; 25 events %.0f ns\n", 1e9 * small,
         1e9 * large, 25e9 * small);
  assert_true(large < 4 * small);
  order_close(o);
}

/* 10,000 threads, each takes a lock that all others took before: a clock has up to 10,000 entries. */
static void test_many_threads(void **state) {
  enum { THREADS = 10000 };
  struct order *o = order_open();
  struct event *e = calloc(6ul * THREADS, sizeof *e);
  uint32_t n = 0, unlock[THREADS];
  (void)state;
  for (uint32_t t = 1; t < THREADS; t++) e[n++] = (struct event){.kind = EV_CREATE, .aux = t};
  for (uint16_t t = 1; t < THREADS; t++) {
    e[n++] = (struct event){.kind = EV_READ, .thread = t, .addr = 0x9000, .aux = 4};
    e[n++] = (struct event){.kind = EV_LOCK, .thread = t, .addr = 0x1000};
    unlock[t] = n;
    e[n++] = (struct event){.kind = EV_UNLOCK, .thread = t, .addr = 0x1000};
    e[n++] = (struct event){.kind = EV_END_THREAD, .thread = t};
  }
  e[n++] = (struct event){.kind = EV_WRITE, .addr = 0x9000, .aux = 4};
  order_read(o, e, n, THREADS);
  assert_int_equal(order_thread_count(o), THREADS);
  for (uint32_t t = 2; t < THREADS; t += 97) {
    assert_true(order_before(o, unlock[t - 1], unlock[t]));
    assert_true(order_before(o, unlock[1], unlock[t]));
    assert_false(order_before(o, unlock[1], unlock[t] - 2));
    assert_false(order_before(o, unlock[t], unlock[t - 1]));
    assert_true(order_before(o, unlock[t] - 2, n - 1));
    assert_false(order_before(o, unlock[t], n - 1));
  }
  free(e);
  order_close(o);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_happens_before),
      cmocka_unit_test(test_swaps),
      cmocka_unit_test(test_linear_extensions),
      cmocka_unit_test(test_classes_of_two_threads),
      cmocka_unit_test(test_outcomes),
      cmocka_unit_test(test_barrier),
      cmocka_unit_test(test_steps),
      cmocka_unit_test(test_cost_is_flat),
      cmocka_unit_test(test_many_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
