/* A ring buffer of two slots for one producer and one consumer; nobody waits. Inputs say how often either tries. What comes
 * out is what went in, in the same order.
 * BROKEN 1: the item is announced before it is there. 2: one item more than there is room for. */
#include <assert.h>
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>
#include <stdbool.h>
#include "../dpor/crew.h"

#ifndef BROKEN
#define BROKEN 0
#endif

enum { SLOTS = 2, TRIES = 6 };
static int slot[SLOTS];
static atomic_uint in, out;

static bool put(int item) {
  unsigned i = atomic_load(&in);
  if (i - atomic_load(&out) >= SLOTS + (BROKEN == 2)) return false;
#if BROKEN == 1
  atomic_store(&in, i + 1);
  slot[i % SLOTS] = item; // BUG: race in put
#else
  slot[i % SLOTS] = item; // BUG: race in put
  atomic_store(&in, i + 1);
#endif
  return true;
}

static bool get(int *item) {
  unsigned o = atomic_load(&out);
  if (o == atomic_load(&in)) return false;
  *item = slot[o % SLOTS]; // BUG: race in get
  atomic_store(&out, o + 1);
  return true;
}

static void *work(void *me) {
  int next = 1, item, tries = 1 + raddle_choose(TRIES);
  for (int i = 0; i < tries; i++)
    if (me)
      next += put(next);
    else if (get(&item))
      assert(item == next++); // BUG: assert in work
  return 0;
}

int main(void) { crew(2, work); }
