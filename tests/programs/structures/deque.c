/* A work-stealing deque (Chase and Lev, SPAA 2005) of two slots. The owner does OPERATIONS things, each a push or a pop
 * as an input says; a thief steals three times. Every item is taken at most once, and none gets lost.
 * BROKEN 1: the owner takes the last item without asking the thief. 2: a thief reads the item when it has made the slot
 * free. */
#include <assert.h>
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>
#include <stdbool.h>
#include "../dpor/crew.h"

#ifndef BROKEN
#define BROKEN 0
#endif
#ifndef OPERATIONS
#define OPERATIONS 6
#endif

enum { SLOTS = 2, STEALS = 3, NOTHING = -1 };
static atomic_long top, bottom;
static atomic_int slot[SLOTS];
static int taken[OPERATIONS], pushed;

static bool push(int item) {
  long b = atomic_load(&bottom);
  if (b - atomic_load(&top) >= SLOTS) return false;
  atomic_store(&slot[b % SLOTS], item);
  atomic_store(&bottom, b + 1);
  return true;
}

static int pop(void) {
  long b = atomic_load(&bottom) - 1;
  atomic_store(&bottom, b);
  long t = atomic_load(&top);
  if (t > b) {
    atomic_store(&bottom, b + 1);
    return NOTHING;
  }
  int item = atomic_load(&slot[b % SLOTS]);
  if (t < b) return item;
#if BROKEN == 1
  atomic_store(&top, t + 1);
#else
  if (!atomic_compare_exchange_strong(&top, &t, t + 1)) item = NOTHING;
#endif
  atomic_store(&bottom, b + 1);
  return item;
}

static int steal(void) {
  long t = atomic_load(&top);
  if (t >= atomic_load(&bottom)) return NOTHING;
#if BROKEN == 2
  if (!atomic_compare_exchange_strong(&top, &t, t + 1)) return NOTHING;
  return atomic_load(&slot[t % SLOTS]);
#else
  int item = atomic_load(&slot[t % SLOTS]);
  return atomic_compare_exchange_strong(&top, &t, t + 1) ? item : NOTHING;
#endif
}

static int mine[OPERATIONS], stolen[STEALS];

static void *work(void *me) {
  if (me) {
    for (int i = 0; i < STEALS; i++) stolen[i] = steal();
    return 0;
  }
  for (int i = 0; i < OPERATIONS; i++) {
    mine[i] = NOTHING;
    if (raddle_choose(2))
      mine[i] = pop();
    else
      pushed += push(pushed);
  }
  return 0;
}

static void take(int item) {
  if (item != NOTHING) assert(!taken[item]++); // BUG: assert in take
}

int main(void) {
  crew(2, work);
  for (int i = 0; i < OPERATIONS; i++) take(mine[i]);
  for (int i = 0; i < STEALS; i++) take(stolen[i]);
  for (int i; (i = pop()) != NOTHING;) take(i);
  for (int i = 0; i < pushed; i++) assert(taken[i]);
}
