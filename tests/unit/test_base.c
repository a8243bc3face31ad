/* What src/base/ offers, against the plainest way to do the same: a table against an array that is searched from end to end, an
 * arena against copies. The published values of SplitMix and XXH3 are the expected hashes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/table.h"
#include "base/vec.h"
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

static uint64_t seed = 1;
static uint32_t below(uint32_t n) { return (uint32_t)(random_step(&seed) % n); }

/* ---- hash ---- */

static void random_step_is_splitmix(void **state) {
  (void)state;
  uint64_t s = 1234567; /* the sequence that implementations of SplitMix64 are compared with */
  assert_int_equal(random_step(&s), 6457827717110365317ull);
  assert_int_equal(random_step(&s), 3203168211198807973ull);
  assert_int_equal(random_step(&s), 9817491932198370423ull);
}

static void hash_bytes_is_xxh3(void **state) {
  (void)state;
  assert_int_equal(hash_bytes("", 0), 0x2d06800538d394c2ull);
  assert_int_equal(hash_bytes("a", 1), hash_bytes("ab", 1));
  assert_int_not_equal(hash_bytes("ab", 2), hash_bytes("ba", 2));
}

/* Neighbours in memory are what tables are asked for most. Ideal would be one word a slot; a third over is common. */
static void hash_index_spreads(void **state) {
  (void)state;
  for (uint64_t stride = 1; stride <= 4096; stride *= 2) {
    uint8_t load[256] = {0}, most = 0;
    for (uint64_t i = 0; i < 256; i++) {
      uint64_t slot = hash_index(0x7f0000000000ull + i * stride, 8);
      assert_true(slot < 256);
      if (++load[slot] > most) most = load[slot];
    }
    assert_in_range(most, 1, 8);
  }
}

static void hash_mix_depends_on_order(void **state) {
  (void)state;
  assert_int_not_equal(hash_mix(hash_mix(0, 1), 2), hash_mix(hash_mix(0, 2), 1));
  assert_int_equal(hash_scramble(0), 0);
}

/* ---- tables ---- */

struct number {
  uint64_t key;
  uint32_t value;
};
struct pair {
  struct {
    uint64_t a, b;
  } key;
};

struct plain {
  vec(struct number) at;
};

static struct number *plain_find(struct plain *p, uint64_t key) {
  for (size_t i = 0; i < p->at.count; i++)
    if (p->at.at[i].key == key) return &p->at.at[i];
  return NULL;
}

static void plain_set(struct plain *p, uint64_t key, uint32_t value) {
  struct number *n = plain_find(p, key);
  if (n)
    n->value = value;
  else
    vec_push(&p->at, ((struct number){key, value}));
}

static void table_is_as_an_array(void **state) {
  (void)state;
  for (uint32_t round = 0; round < 40; round++) {
    table(struct number) t = {0};
    struct plain p = {0};
    uint32_t keys = 1 + below(round % 2 ? 20 : 2000);
    assert_null(table_find(&t, 0));
    for (uint32_t i = 0; i < 4000; i++) {
      uint64_t key = below(keys) * (round % 3 ? 8ull : 1ull << 40);
      struct number *expected = plain_find(&p, key), *found = table_find(&t, key);
      assert_true(!expected == !found && (!found || found->value == expected->value));
      if (below(2)) table_at(&t, key)->value = i, plain_set(&p, key, i);
      assert_int_equal(table_count(&t), p.at.count);
      if (!below(1000)) table_clear(&t), vec_clear(&p.at);
    }
    assert_true(table_is_sound(&t));
    size_t seen = 0;
    table_each (struct number, e, &t) {
      assert_int_equal(plain_find(&p, e->key)->value, e->value);
      seen++;
    }
    assert_int_equal(seen, p.at.count);
    vec_free(&p.at);
    table_free(&t);
  }
}

/* Stamps come again after 255 others: what was there then must not. */
static void table_clear_is_for_good(void **state) {
  (void)state;
  table(struct number) t = {0};
  table_clear(&t);
  for (uint64_t i = 0; i < 1000; i++) {
    assert_null(table_find(&t, i % 255));
    assert_int_equal(table_at(&t, i % 255)->value, 0);
    table_find(&t, i % 255)->value = 7;
    assert_int_equal(table_count(&t), 1);
    assert_true(table_is_sound(&t));
    table_clear(&t);
  }
  table_free(&t);
}

static void table_holds_sets(void **state) {
  (void)state;
  table(struct pair) t = {0};
  for (uint64_t i = 0; i < 5000; i++) {
    struct pair p = {{i % 70, i % 50}}; /* 350 of them */
    assert_int_equal(table_add(&t, p.key), i < 350);
  }
  assert_int_equal(table_count(&t), 350);
  assert_true(table_is_sound(&t));
  table_free(&t);
}

static void checker_sees_a_broken_table(void **state) {
  (void)state;
  table(struct number) t = {0};
  for (uint64_t i = 0; i < 20; i++) table_at(&t, i);
  table_find(&t, 5)->key = 100;
  assert_false(table_is_sound(&t));
  table_find(&t, 6)->key = 5;
  t.core.count--;
  assert_false(table_is_sound(&t));
  table_free(&t);
}

/* ---- arenas ---- */

static void arena_keeps_pieces_apart(void **state) {
  (void)state;
  struct arena a = {0};
  vec(unsigned char *) pieces = {0};
  vec(size_t) sizes = {0};
  for (uint32_t i = 0; i < 3000; i++) {
    size_t size = below(100) ? below(200) : below(1u << 20);
    unsigned char *piece = arena_take(&a, size);
    assert_int_equal((uintptr_t)piece % _Alignof(max_align_t), 0);
    memset(piece, (int)(i % 251), size);
    vec_push(&pieces, piece);
    vec_push(&sizes, size);
  }
  assert_true(arena_is_sound(&a));
  for (size_t i = 0; i < pieces.count; i++)
    for (size_t k = 0; k < sizes.at[i]; k++) assert_true(pieces.at[i][k] == i % 251);
  assert_string_equal(arena_text(&a, "a text"), "a text");
  assert_memory_equal(arena_copy(&a, "\1\2\3", 3), "\1\2\3", 3);
  arena_free(&a);
  assert_true(arena_is_sound(&a) && !a.bytes);
  vec_free(&pieces);
  vec_free(&sizes);
}

/* ---- clocks ---- */

static void clocks_go_forward(void **state) {
  (void)state;
  double first = clock_now(), coarse = clock_coarse_now();
  struct timespec t = {0, 20000000};
  nanosleep(&t, NULL);
  assert_true(clock_now() - first >= 0.02);
  assert_true(clock_coarse_now() > coarse);
  assert_true(coarse <= first && first - coarse < 1); /* late, but not by much */
}

static void deadline_is_later(void **state) {
  (void)state;
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t never = PTHREAD_COND_INITIALIZER;
  double first = clock_now();
  struct timespec soon = clock_deadline(0.02), now = clock_deadline(0), later = clock_deadline(2.75);
  assert_true(soon.tv_nsec < 1000000000 && later.tv_nsec < 1000000000);
  double apart = (double)(later.tv_sec - now.tv_sec) + 1e-9 * (double)(later.tv_nsec - now.tv_nsec);
  assert_true(apart >= 2.75 && apart < 3.75);
  pthread_mutex_lock(&lock);
  assert_int_equal(pthread_cond_timedwait(&never, &lock, &soon), ETIMEDOUT);
  pthread_mutex_unlock(&lock);
  assert_true(clock_now() - first >= 0.019);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_step_is_splitmix),  cmocka_unit_test(hash_bytes_is_xxh3),
      cmocka_unit_test(hash_index_spreads),       cmocka_unit_test(hash_mix_depends_on_order),
      cmocka_unit_test(table_is_as_an_array),     cmocka_unit_test(table_clear_is_for_good),
      cmocka_unit_test(table_holds_sets),         cmocka_unit_test(checker_sees_a_broken_table),
      cmocka_unit_test(arena_keeps_pieces_apart), cmocka_unit_test(clocks_go_forward),
      cmocka_unit_test(deadline_is_later),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
