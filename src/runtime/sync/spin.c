/* Spinlocks: mutexes that nothing is known about. Waiting for one is a wait like any other.
 *
 * The library's is 1 when it is free. There is no static initialiser. */
#include "runtime/sync/object.h"
#include "runtime/threads/native.h"
#include <errno.h>
#include <pthread.h>

bool spin_adopt(struct sync *s, const void *memory, bool is_early) {
  (void)s, (void)is_early;
  return *(const uint32_t *)memory == 1;
}

bool spin_is_busy(const struct sync *s) { return s->is_owned; }

static struct sync *at(pthread_spinlock_t *s) { return sync_at(s, SYNC_SPIN); }

static int lock(struct sync *s, struct patience p) {
  sync_point_for(s, EV_LOCK, sync_may_take, p);
  if (s->is_owned) return sync_fail(s, EV_LOCK_FAIL, p);
  sync_take(s);
  sync_done(s, EV_LOCK, 0);
  return 0;
}

int __raddle_do_pthread_spin_init(pthread_spinlock_t *s, int shared) {
  if (!run_active) return pthread_spin_init(s, shared);
  NATIVE_TAKE(__raddle_do_pthread_spin_init, (uint64_t)s, (uint32_t)shared);
  pthread_spinlock_t fresh;
  pthread_spin_init(&fresh, shared);
  int word = fresh;
  sync_init(s, SYNC_SPIN, &word);
  return 0;
}

int __raddle_do_pthread_spin_destroy(pthread_spinlock_t *s) {
  if (!run_active) return pthread_spin_destroy(s);
  NATIVE_TAKE(__raddle_do_pthread_spin_destroy, (uint64_t)s);
  struct sync *o = at(s);
  sync_point(o, EV_DESTROY);
  if (o->is_owned)
    sync_misuse(o, "is destroyed, but thread %u holds it, since {site:%u}", o->owner, record_site(o->site));
  return sync_destroyed(o);
}

int __raddle_do_pthread_spin_lock(pthread_spinlock_t *s) {
  if (!run_active) return pthread_spin_lock(s);
  NATIVE_TAKE(__raddle_do_pthread_spin_lock, (uint64_t)s);
  return lock(at(s), PATIENCE_ENDLESS);
}

int __raddle_do_pthread_spin_trylock(pthread_spinlock_t *s) {
  if (!run_active) return pthread_spin_trylock(s);
  NATIVE_TAKE(__raddle_do_pthread_spin_trylock, (uint64_t)s);
  return lock(at(s), PATIENCE_NONE(EBUSY));
}

int __raddle_do_pthread_spin_unlock(pthread_spinlock_t *s) {
  if (!run_active) return pthread_spin_unlock(s);
  NATIVE_TAKE(__raddle_do_pthread_spin_unlock, (uint64_t)s);
  struct sync *o = at(s);
  sync_point(o, EV_UNLOCK);
  if (!sync_is_mine(o)) sync_bad_unlock(o);
  sync_release(o);
  sync_done(o, EV_UNLOCK, 0);
  return 0;
}
