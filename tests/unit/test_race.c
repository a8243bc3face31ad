/* Races: the fast finder against a slow one that draws every edge of the definition, closes it under transitivity and looks at all
 * pairs, on random traces of well-behaved threads; the same on other traces of the same class; and schedules that turn races
 * round.
 *
 * make build/tests/unit/test_race && build/tests/unit/test_race */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "detect/race.h"
#include "detect/reverse.h"
#include "unit/random_trace.h"
#include <stdio.h>
#include <stdlib.h>

#define ROUNDS 20000

/* ---- the slow finder: what a race is ---- */

static bool before[EVENTS][EVENTS];

/* Is there an access in the section that ends at i which conflicts with event j? */
static bool section_conflicts(uint32_t i, uint32_t j) {
  for (uint32_t k = block_of(i); k < i; k++) {
    const struct event *a = &events[k], *b = &events[j];
    if (event_is_access(a) && block_of(k) == block_of(i) && overlap(a, b) && (writes(a) || writes(b)))
      return true;
  }
  return false;
}

/* Synchronisation from i to the later j, straight from the definition in race.h. */
static bool synchronises(uint32_t i, uint32_t j) {
  const struct event *a = &events[i], *b = &events[j];
  if (a->kind == EV_CREATE && a->aux == b->thread) return true;
  if (b->kind == EV_JOIN && b->aux == a->thread) return true;
  if (is_atomic(a) && is_atomic(b))
    return writes(a) && (b->kind == EV_ATOMIC_READ || b->kind == EV_ATOMIC_UPDATE) && overlap(a, b);
  if (a->kind == EV_ATOMIC_END) return event_is_access(b) && block_of(j) != j && section_conflicts(i, j);
  if (a->addr != b->addr) return false;
  switch (a->kind) {
  case EV_UNLOCK: return b->kind == EV_LOCK || b->kind == EV_READ_LOCK;
  case EV_READ_UNLOCK: return b->kind == EV_LOCK;
  case EV_SIGNAL:
  case EV_BROADCAST: return b->kind == EV_WAKE && !b->value;
  case EV_POST: return b->kind == EV_SEM_WAIT;
  case EV_ONCE_END: return b->kind == EV_ONCE_PASS;
  case EV_CANCEL: return b->kind == EV_CANCEL_POINT && b->value;
  case EV_BARRIER_ARRIVE: return b->kind == EV_BARRIER_LEAVE && is_same_round(i, j);
  default: return false;
  }
}

static void close_order(void) {
  for (uint32_t k = 0; k < count; k++)
    for (uint32_t i = 0; i < k; i++)
      for (uint32_t j = k + 1; before[i][k] && j < count; j++) before[i][j] |= before[k][j];
}

static void order_events(void) {
  memset(before, 0, sizeof before);
  for (uint32_t j = 0; j < count; j++)
    for (uint32_t i = 0; i < j; i++)
      before[i][j] = events[i].thread == events[j].thread || synchronises(i, j);
  close_order();
}

static bool is_race(uint32_t i, uint32_t j) {
  const struct event *a = &events[i], *b = &events[j];
  if (!event_is_access(a) || !event_is_access(b) || a->thread == b->thread || before[i][j]) return false;
  return overlap(a, b) && (writes(a) || writes(b)) && !(is_atomic(a) && is_atomic(b));
}

/* ---- the comparison ---- */

/* Pairs of places: site and manner of either access. */
enum { MANNERS = 4, PLACES = (EVENTS + 1) * MANNERS };
typedef bool place_pairs[PLACES][PLACES];
static place_pairs wanted_pairs, found_pairs;
static uint32_t pairs;
static struct race found[EVENTS * EVENTS];
static bool is_shown[EVENTS][EVENTS];

static uint32_t place(const struct event *e) { return e->site * MANNERS + 2u * is_atomic(e) + writes(e); }

static void add_pair(place_pairs p, uint32_t i, uint32_t j) {
  uint32_t a = place(&events[i]), b = place(&events[j]);
  p[a][b] = p[b][a] = true;
}

static bool collect(void *context, const struct event *e, const struct race *r) {
  assert_ptr_equal(e, events);
  assert_ptr_equal(context, found);
  assert_true(r->first < r->second);
  assert_true(is_race(r->first, r->second));
  add_pair(found_pairs, r->first, r->second);
  is_shown[r->first][r->second] = true;
  assert_true(pairs < EVENTS * EVENTS);
  found[pairs++] = *r;
  return false;
}

static void find_all(struct race_finder *f) {
  struct race r;
  pairs = 0;
  memset(found_pairs, 0, sizeof found_pairs);
  memset(is_shown, 0, sizeof is_shown);
  assert_false(race_find(f, events, count, THREADS, collect, found, &r));
}

static void want_all(void) {
  memset(wanted_pairs, 0, sizeof wanted_pairs);
  for (uint32_t j = 0; j < count; j++)
    for (uint32_t i = 0; i < j; i++)
      if (is_race(i, j)) add_pair(wanted_pairs, i, j);
}

static bool after[EVENTS][EVENTS]; /* depends, closed under transitivity */

static void close_dependence(void) {
  memset(after, 0, sizeof after);
  for (uint32_t j = 0; j < count; j++)
    for (uint32_t i = 0; i < j; i++) after[i][j] = depends(i, j);
  for (uint32_t k = 0; k < count; k++)
    for (uint32_t i = 0; i < k; i++)
      for (uint32_t j = k + 1; after[i][k] && j < count; j++) after[i][j] |= after[k][j];
}

static bool has_third(uint32_t i, uint32_t j) {
  for (uint32_t k = i + 1; k < j; k++)
    if (after[i][k] && after[k][j]) return true;
  return false;
}

/* Races that may be turned round as they are must be shown themselves, not only others of the same places. */
static void check_direct(void) {
  close_dependence();
  for (uint32_t j = 0; j < count; j++)
    for (uint32_t i = 0; i < j; i++)
      if (is_race(i, j) && !is_shown[i][j]) assert_true(has_third(i, j));
}

static void as_the_slow_one(void **state) {
  struct race_finder *f = race_finder_open();
  uint32_t with = 0, without = 0;
  (void)state;
  for (int round = 0; round < ROUNDS; round++) {
    make_trace();
    order_events();
    find_all(f);
    want_all();
    if (memcmp(wanted_pairs, found_pairs, sizeof found_pairs)) fail_msg("round %d", round);
    if (round % 4 == 0) check_direct();
    *(pairs ? &with : &without) += 1;
  }
  assert_int_equal(race_finder_overflows(f), 0);
  assert_true(with > ROUNDS / 10); /* or the comparison says little */
  assert_true(without > ROUNDS / 10);
  race_finder_close(f);
}

/* ---- another trace of the same class ---- */

/* before_block[b]: which blocks come before block b, as bits. */
static void read_blocks(uint64_t before_block[EVENTS]) {
  memset(before_block, 0, EVENTS * sizeof *before_block);
  for (uint32_t j = 0; j < count; j++)
    for (uint32_t i = 0; i < j; i++)
      if (depends(i, j) && block_of(i) != block_of(j)) before_block[block_of(j)] |= 1ull << block_of(i);
}

static void relinearise(void) {
  uint64_t before_block[EVENTS], done = 0;
  struct event next[EVENTS];
  uint32_t block[EVENTS], n = 0;
  read_blocks(before_block);
  for (uint32_t i = 0; i < count; i++) block[i] = block_of(i);
  while (n < count) {
    uint32_t b = draw(count);
    if (block[b] != b || done >> b & 1 || before_block[b] & ~done) continue;
    done |= 1ull << b;
    for (uint32_t i = b; i < count; i++)
      if (block[i] == b) next[n++] = events[i];
  }
  memcpy(events, next, count * sizeof *events);
}

static void same_in_a_class(void **state) {
  struct race_finder *f = race_finder_open();
  static place_pairs first;
  uint32_t with = 0;
  (void)state;
  for (int round = 0; round < ROUNDS; round++) {
    make_trace();
    order_events();
    find_all(f);
    memcpy(first, found_pairs, sizeof first);
    with += pairs > 0;
    for (int k = 0; k < 3; k++) {
      relinearise();
      order_events();
      find_all(f);
      want_all();
      if (memcmp(wanted_pairs, first, sizeof first)) fail_msg("round %d: another class", round);
      if (memcmp(found_pairs, first, sizeof first)) fail_msg("round %d", round);
    }
  }
  assert_true(with > ROUNDS / 10);
  race_finder_close(f);
}

static bool first_wanted(void *context, const struct event *e, const struct race *r) {
  const struct race *not_this = context;
  (void)e;
  return r->first != not_this->first || r->second != not_this->second;
}

/* The first race is the answer, unless it is not wanted. */
static void stops_at_the_wanted(void **state) {
  struct race_finder *f = race_finder_open();
  struct race none = {0, 0}, first, second;
  (void)state;
  count = 0;
  add(0, EV_CREATE, 0, 1, 0);
  add(0, EV_WRITE, MEMORY, 4, 0);
  add(1, EV_READ, MEMORY, 4, 0);
  add(1, EV_WRITE, MEMORY + 3, 1, 0);
  assert_true(race_find(f, events, count, 2, first_wanted, &none, &first));
  assert_int_equal(first.first, 1);
  assert_int_equal(first.second, 2);
  assert_true(race_find(f, events, count, 2, first_wanted, &first, &second));
  assert_int_equal(second.first, 1);
  assert_int_equal(second.second, 3);
  assert_false(race_find(f, events, 3, 2, first_wanted, &first, &second));
  race_finder_close(f);
}

/* ---- turning round ---- */

/* Which block each step of the schedule is. */
static uint32_t play(const struct step_list *s, uint32_t *played) {
  uint32_t at[THREADS] = {0}, n = 0;
  for (size_t r = 0; r < s->runs.count; r++)
    for (uint32_t k = 0; k < s->runs.at[r].count; k++) {
      uint32_t t = s->runs.at[r].thread, i = at[t];
      while (i < count && (events[i].thread != t || !event_is_visible(&events[i]) || block_of(i) != i)) i++;
      assert_true(i < count);
      at[t] = i + 1;
      played[n++] = i;
    }
  return n;
}

static bool is_played(const uint32_t *played, uint32_t n, uint32_t block) {
  for (uint32_t k = 0; k < n; k++)
    if (played[k] == block) return true;
  return false;
}

/* Everything a played block depends on is played before it, but for the race itself; and nothing is left out for nothing. */
static void check_order(const uint32_t *played, uint32_t n, const struct race *r) {
  uint32_t first = block_of(r->first), second = block_of(r->second);
  assert_int_equal(played[n - 1], first);
  assert_int_equal(played[n - 2], second);
  for (uint32_t k = 0; k < n; k++)
    for (uint32_t j = 0; j <= r->second; j++) {
      if (!event_is_visible(&events[j]) || block_of(j) != played[k]) continue;
      for (uint32_t i = 0; i < j; i++) {
        if (!event_is_visible(&events[i]) || !depends(i, j) || block_of(i) == played[k]) continue;
        if (block_of(i) == first && played[k] == second) continue;
        assert_true(is_played(played, k, block_of(i)));
      }
    }
}

static void turned_round(void **state) {
  struct reverser *reverser = reverser_open();
  struct race_finder *f = race_finder_open();
  struct step_list s = {0};
  uint32_t turned = 0, not_turned = 0, played[EVENTS];
  (void)state;
  for (int round = 0; round < ROUNDS / 4; round++) {
    make_trace();
    order_events();
    find_all(f);
    reverser_begin(reverser, events, count, THREADS);
    for (uint32_t p = 0; p < pairs; p++) {
      if (!reverser_steps(reverser, &found[p], &s)) {
        not_turned++;
        continue;
      }
      check_order(played, play(&s, played), &found[p]);
      turned++;
    }
  }
  assert_true(turned > 1000);
  assert_true(not_turned > 100);
  reverser_close(reverser);
  vec_free(&s.runs);
  race_finder_close(f);
}

/* A chain through a third thread cannot be turned round; the same race without it can. */
static void chains(void **state) {
  struct reverser *reverser = reverser_open();
  struct step_list s = {0};
  struct race r = {2, 5};
  (void)state;
  count = 0;
  add(0, EV_CREATE, 0, 1, 0);
  add(0, EV_CREATE, 0, 2, 0);
  add(0, EV_WRITE, MEMORY, 4, 0);
  add(2, EV_READ, MEMORY, 4, 0);
  add(2, EV_WRITE, MEMORY + 8, 4, 0);
  add(1, EV_READ, MEMORY, 4, 0);
  reverser_begin(reverser, events, count, THREADS);
  assert_true(reverser_steps(reverser, &r, &s));
  assert_int_equal(s.runs.count, 2); /* thread 2 had only what follows the write */
  assert_int_equal(s.runs.at[0].thread, 1);
  assert_int_equal(s.runs.at[1].thread, 0);
  events[5].kind = EV_WRITE; /* now after the read of thread 2, which is after the write of thread 0 */
  reverser_begin(reverser, events, count, THREADS);
  assert_false(reverser_steps(reverser, &r, &s));
  reverser_close(reverser);
  vec_free(&s.runs);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(as_the_slow_one),
      cmocka_unit_test(same_in_a_class),
      cmocka_unit_test(stops_at_the_wanted),
      cmocka_unit_test(turned_round),
      cmocka_unit_test(chains),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
