/* A ticket lock. Each of four threads (three, if broken) enters once, and waits for it or only tries, as an input says.
 * BROKEN 1: a ticket is drawn in two steps. 2: trying does not notice that somebody else drew the ticket. */
#include <assert.h>
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>
#include <stdbool.h>
#include "../dpor/crew.h"

#ifndef BROKEN
#define BROKEN 0
#endif

static atomic_uint next, serving;
static atomic_int inside;

static void enter(void) {
#if BROKEN == 1
  unsigned mine = atomic_load(&next);
  atomic_store(&next, mine + 1);
#else
  unsigned mine = atomic_fetch_add(&next, 1);
#endif
  while (atomic_load(&serving) != mine) {} // BUG: deadlock in enter
}

static bool try_enter(void) {
  unsigned mine = atomic_load(&serving);
#if BROKEN == 2
  if (atomic_load(&next) != mine) return false;
  atomic_fetch_add(&next, 1);
  return true;
#else
  return atomic_compare_exchange_strong(&next, &mine, mine + 1);
#endif
}

static void leave(void) { atomic_fetch_add(&serving, 1); }

static void *work(void *me) {
  if (raddle_bool("tries")) {
    if (!try_enter()) return me;
  } else
    enter();
  assert(atomic_fetch_add(&inside, 1) == 0); // BUG: assert in work
  atomic_fetch_sub(&inside, 1);
  leave();
  return me;
}

int main(void) { crew(BROKEN ? 3 : 4, work); }
