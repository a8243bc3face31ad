/* Barriers.
 *
 * Threads that have arrived queue up; the last one lets them all go and empties the queue, so the
 * next round can begin before they have left. Leaving is a step too, and only looks at the thread
 * itself: by then the barrier may be gone.
 *
 * Layout of the library's: word 0 arrivals, word 2 the size, word 4 departures. There is no
 * static initialiser. */
#include "runtime/sync/object.h"
#include "runtime/threads/clock.h"
#include "runtime/threads/native.h"
#include <pthread.h>

enum { ARRIVALS = 0, SIZE = 2, DEPARTURES = 4 };

bool barrier_adopt(struct sync *b, const void *memory, bool is_early) {
  const uint32_t *word = memory;
  (void)is_early;
  b->barrier.size = word[SIZE];
  return word[SIZE] && word[ARRIVALS] == word[DEPARTURES];
}

bool barrier_is_busy(const struct sync *b) { return b->barrier.arrived; }

static enum readiness may_leave(const struct thread *t) {
  return sync_waiter_of(t)->is_released ? READY : BLOCKED;
}

static void open(struct sync *b) {
  for (struct sync_waiter *w = b->barrier.first; w; w = w->after) {
    w->is_released = true;
    w->clock = b->clock;
  }
  b->barrier.first = NULL;
  b->barrier.arrived = 0;
}

/* is_asked: somebody wants to know who came last. Otherwise the order of the arrivals makes no
 * difference. */
static int wait(struct sync *b, bool is_asked) {
  struct sync_waiter *w = sync_waiter_of(thread_self());
  sync_point(b, EV_BARRIER_ARRIVE);
  w->is_released = false;
  w->after = b->barrier.first;
  b->barrier.first = w;
  sync_give_clock(&b->clock);
  uint32_t arrived = ++b->barrier.arrived;
  bool is_last = arrived == b->barrier.size;
  if (is_last) open(b);
  sched_done(EV_BARRIER_ARRIVE, b->address, b->barrier.size << 1 | (is_asked ? 0 : EVENT_UNASKED), arrived);
  sched_point(EV_BARRIER_LEAVE, b->address, may_leave);
  clock_wait_until(w->clock);
  sched_done(EV_BARRIER_LEAVE, b->address, 0, 0);
  return is_last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

static struct sync *at(pthread_barrier_t *b) { return sync_at(b, SYNC_BARRIER); }

int __raddle_do_pthread_barrier_init(pthread_barrier_t *b, const pthread_barrierattr_t *attr,
                                     unsigned count) {
  if (!run_active) return pthread_barrier_init(b, attr, count);
  NATIVE_TAKE(__raddle_do_pthread_barrier_init, (uint64_t)b, (uint64_t)attr, count);
  pthread_barrier_t fresh = {0};
  pthread_barrierattr_t copy;
  if (attr) native_read(&copy, attr, sizeof copy);
  int error = pthread_barrier_init(&fresh, attr ? &copy : NULL, count);
  if (!error) sync_init(b, SYNC_BARRIER, &fresh);
  return error;
}

int __raddle_do_pthread_barrier_destroy(pthread_barrier_t *b) {
  if (!run_active) return pthread_barrier_destroy(b);
  NATIVE_TAKE(__raddle_do_pthread_barrier_destroy, (uint64_t)b);
  struct sync *o = at(b);
  sync_point(o, EV_DESTROY);
  if (o->barrier.arrived) sync_misuse(o, "is destroyed while threads wait at it");
  return sync_destroyed(o);
}

int __raddle_do_pthread_barrier_wait(pthread_barrier_t *b) {
  if (!run_active) return pthread_barrier_wait(b);
  NATIVE_TAKE(__raddle_do_pthread_barrier_wait, (uint64_t)b);
  return wait(at(b), true);
}

int __raddle_do_pthread_barrier_wait_unused(pthread_barrier_t *b) {
  if (!run_active) return pthread_barrier_wait(b);
  NATIVE_TAKE(__raddle_do_pthread_barrier_wait_unused, (uint64_t)b);
  return wait(at(b), false);
}
