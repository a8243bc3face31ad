/* The queue lock of Mellor-Crummey and Scott (TOCS 1991). Four threads, each takes one of two locks, as an input says.
 * BROKEN 1: who leaves does not wait for one who is just coming. 2: a thread is linked before it is set to wait. */
#include <assert.h>
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include "../dpor/crew.h"

#ifndef BROKEN
#define BROKEN 0
#endif

enum { THREADS = 4 };
struct waiter {
  _Atomic(struct waiter *) next;
  atomic_bool is_waiting;
};
static struct lock {
  _Atomic(struct waiter *) last;
  int x;
} lock[2];
static struct waiter waiter[THREADS];

static void enter(struct lock *l, struct waiter *w) {
  struct waiter *before = atomic_exchange(&l->last, w);
  if (!before) return;
#if BROKEN == 2
  atomic_store(&before->next, w);
  atomic_store(&w->is_waiting, true);
#else
  atomic_store(&w->is_waiting, true);
  atomic_store(&before->next, w);
#endif
  while (atomic_load(&w->is_waiting)) {} // BUG: deadlock in enter
}

static void leave(struct lock *l, struct waiter *w) {
  struct waiter *me = w;
  if (!atomic_load(&w->next)) {
    if (atomic_compare_exchange_strong(&l->last, &me, NULL)) return;
#if BROKEN == 1
    if (!atomic_load(&w->next)) return;
#else
    while (!atomic_load(&w->next)) {}
#endif
  }
  atomic_store(&atomic_load(&w->next)->is_waiting, false);
}

static void add(struct lock *l, struct waiter *w) {
  enter(l, w);
  l->x++;
  leave(l, w);
}

static void *work(void *argument) {
  long me = (long)argument;
  if (raddle_bool("second"))
    add(&lock[1], &waiter[me]);
  else
    add(&lock[0], &waiter[me]);
  return 0;
}

int main(void) {
  crew(THREADS, work);
  assert(lock[0].x + lock[1].x == THREADS);
}
