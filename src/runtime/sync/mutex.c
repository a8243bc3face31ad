/* Mutexes.
 *
 * Locking one that the thread holds: recursive ones count, error-checking ones say so, others wait
 * for ever. None of these is a step, since no other thread can notice it. Priorities mean nothing
 * here, so protocol and ceiling are only told back.
 *
 * A robust mutex is CONSISTENT; when its owner ends it is given up and ABANDONED; the thread that
 * locks it next is told, and holds an INCONSISTENT mutex until pthread_mutex_consistent; a mutex
 * that is unlocked before that is LOST to all.
 *
 * Layout of the library's: word 0 the lock with the ceiling in its upper bits, words 1..3 depth,
 * owner, users, word 4 the kind. */
#include "runtime/sync/object.h"
#include "runtime/threads/clock.h"
#include "runtime/threads/native.h"
#include <errno.h>
#include <pthread.h>

enum { CONSISTENT, ABANDONED, INCONSISTENT, LOST };
enum {
  KIND_TYPE = 3,
  KIND_ROBUST = 16,
  KIND_INHERIT = 32,
  KIND_CEILING = 64,
  KIND_KNOWN = 0x3f3,
  LOCK_BITS = 0x7ffff,
  CEILING_SHIFT = 19
};
struct layout {
  uint32_t lock, depth, owner, users, kind;
};

/* Locked in a constructor, so by main. */
static bool was_locked(const struct layout *l) { return l->users == 1 && l->owner && l->lock & LOCK_BITS; }

bool mutex_adopt(struct sync *m, const void *memory, bool is_early) {
  const struct layout *l = memory;
  uint32_t ceiling = l->kind & KIND_CEILING ? l->lock >> CEILING_SHIFT << CEILING_SHIFT : 0;
  m->is_owned = is_early && was_locked(l);
  bool is_free = l->lock == ceiling && !l->depth && !l->owner && !l->users;
  if (l->kind & ~KIND_KNOWN || (!is_free && !m->is_owned)) return false;
  m->mutex.type = l->kind & KIND_TYPE;
  m->mutex.is_robust = l->kind & KIND_ROBUST;
  m->mutex.inherits = l->kind & KIND_INHERIT;
  m->mutex.has_ceiling = l->kind & KIND_CEILING;
  m->mutex.ceiling = ceiling >> CEILING_SHIFT;
  m->mutex.depth = m->is_owned && !l->depth ? 1 : l->depth;
  return true;
}

bool mutex_is_busy(const struct sync *m) { return m->is_owned; }

static bool says_so(const struct sync *m) {
  return m->mutex.is_robust || m->mutex.type == PTHREAD_MUTEX_ERRORCHECK ||
         m->mutex.type == PTHREAD_MUTEX_RECURSIVE;
}

int mutex_check_owned(const struct sync *m) {
  if (sync_is_mine(m)) return 0;
  return says_so(m) ? EPERM : -1;
}

/* Robust mutexes of one owner. */

static void link_held(struct sync *m) {
  struct sync_waiter *w = sync_waiter_of(thread_self());
  m->mutex.next_held = w->robust;
  w->robust = m;
}

static void unlink_held(const struct sync *m) {
  struct sync **at = &sync_waiter_of(thread_self())->robust;
  while (*at && *at != m) at = &(*at)->mutex.next_held;
  if (*at) *at = m->mutex.next_held;
}

void mutex_abandon(struct sync *m) {
  sched_point(EV_UNLOCK, m->address, NULL);
  m->mutex.state = ABANDONED;
  sync_release(m);
  sync_done(m, EV_UNLOCK, EOWNERDEAD);
}

/* Locking. */

static int lock_again(struct sync *m) {
  if (m->mutex.depth == UINT32_MAX) return EAGAIN;
  m->mutex.depth++;
  return 0;
}

static int take(struct sync *m) {
  if (m->mutex.state == LOST) return sync_fail(m, EV_LOCK_FAIL, PATIENCE_NONE(ENOTRECOVERABLE));
  bool was_abandoned = m->mutex.state == ABANDONED;
  sync_take(m);
  m->mutex.depth = 1;
  if (m->mutex.is_robust) link_held(m);
  if (was_abandoned) m->mutex.state = INCONSISTENT;
  sync_done(m, EV_LOCK, was_abandoned ? EOWNERDEAD : 0);
  return was_abandoned ? EOWNERDEAD : 0;
}

int mutex_lock(struct sync *m, struct patience p) {
  bool is_mine = sync_is_mine(m);
  if (is_mine && m->mutex.type == PTHREAD_MUTEX_RECURSIVE) return lock_again(m);
  if (is_mine && m->mutex.type == PTHREAD_MUTEX_ERRORCHECK) return EDEADLK;
  if (is_mine && p.how == WAIT_FOR_EVER)
    sync_misuse(m,
                "is locked again by the thread that has locked it at {site:%u}: it waits for itself for ever",
                record_site(m->site));
  sync_point_for(m, EV_LOCK, sync_may_take, p);
  return m->is_owned ? sync_fail(m, EV_LOCK_FAIL, p) : take(m);
}

int mutex_try_lock(struct sync *m) {
  bool is_mine = sync_is_mine(m);
  if (is_mine && m->mutex.type == PTHREAD_MUTEX_RECURSIVE) return lock_again(m);
  if (is_mine && m->mutex.type == PTHREAD_MUTEX_ERRORCHECK)
    return m->mutex.is_robust || m->mutex.inherits ? EDEADLK : EBUSY;
  sync_point_for(m, EV_LOCK, NULL, PATIENCE_NONE(EBUSY));
  return m->is_owned ? sync_fail(m, EV_LOCK_FAIL, PATIENCE_NONE(EBUSY)) : take(m);
}

int mutex_unlock(struct sync *m) {
  int error = mutex_check_owned(m);
  if (error > 0 && !sync_is_void(m)) return error;
  if (!error && m->mutex.depth > 1) {
    m->mutex.depth--;
    return m->mutex.state == INCONSISTENT ? ENOTRECOVERABLE : 0;
  }
  sync_point(m, EV_UNLOCK);
  if (!sync_is_mine(m)) sync_bad_unlock(m); /* it may have been made anew meanwhile */
  bool is_bad = m->mutex.state == INCONSISTENT;
  m->mutex.depth = 0;
  if (m->mutex.is_robust) unlink_held(m);
  if (is_bad) m->mutex.state = LOST;
  sync_release(m);
  sync_done(m, EV_UNLOCK, is_bad ? ENOTRECOVERABLE : 0);
  return 0;
}

int mutex_destroy(struct sync *m) {
  sync_point(m, EV_DESTROY);
  if (m->is_owned)
    sync_misuse(m, "is destroyed, but thread %u holds it, since {site:%u}", m->owner, record_site(m->site));
  return sync_destroyed(m);
}

/* The interface. */

static struct sync *at(pthread_mutex_t *m) { return sync_at(m, SYNC_MUTEX); }
static struct sync *now(pthread_mutex_t *m) { return sync_now(m, SYNC_MUTEX); }

int __raddle_do_pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attr) {
  if (!run_active) return pthread_mutex_init(m, attr);
  NATIVE_TAKE(__raddle_do_pthread_mutex_init, (uint64_t)m, (uint64_t)attr);
  pthread_mutex_t fresh = {0};
  pthread_mutexattr_t copy;
  if (attr) native_read(&copy, attr, sizeof copy);
  int error = pthread_mutex_init(&fresh, attr ? &copy : NULL);
  if (!error) sync_init(m, SYNC_MUTEX, &fresh);
  return error;
}

int __raddle_do_pthread_mutex_destroy(pthread_mutex_t *m) {
  if (!run_active) return pthread_mutex_destroy(m);
  NATIVE_TAKE(__raddle_do_pthread_mutex_destroy, (uint64_t)m);
  return mutex_destroy(at(m));
}

int __raddle_do_pthread_mutex_lock(pthread_mutex_t *m) {
  if (!run_active) {
    sync_made_early();
    return pthread_mutex_lock(m);
  }
  NATIVE_TAKE(__raddle_do_pthread_mutex_lock, (uint64_t)m);
  return mutex_lock(at(m), PATIENCE_ENDLESS);
}

int __raddle_do_pthread_mutex_trylock(pthread_mutex_t *m) {
  if (!run_active) {
    sync_made_early();
    return pthread_mutex_trylock(m);
  }
  NATIVE_TAKE(__raddle_do_pthread_mutex_trylock, (uint64_t)m);
  return mutex_try_lock(at(m));
}

int __raddle_do_pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *abs) {
  if (!run_active) return pthread_mutex_timedlock(m, abs);
  NATIVE_TAKE(__raddle_do_pthread_mutex_timedlock, (uint64_t)m, (uint64_t)abs);
  return mutex_lock(at(m), patience_until(CLOCK_REALTIME, abs));
}

int __raddle_do_pthread_mutex_clocklock(pthread_mutex_t *m, clockid_t clock, const struct timespec *abs) {
  if (!run_active) return pthread_mutex_clocklock(m, clock, abs);
  NATIVE_TAKE(__raddle_do_pthread_mutex_clocklock, (uint64_t)m, (uint32_t)clock, (uint64_t)abs);
  if (!patience_is_for(clock)) return EINVAL;
  return mutex_lock(at(m), patience_until(clock, abs));
}

int __raddle_do_pthread_mutex_unlock(pthread_mutex_t *m) {
  if (!run_active) return pthread_mutex_unlock(m);
  NATIVE_TAKE(__raddle_do_pthread_mutex_unlock, (uint64_t)m);
  return mutex_unlock(at(m));
}

int __raddle_do_pthread_mutex_consistent(pthread_mutex_t *m) {
  if (!run_active) return pthread_mutex_consistent(m);
  NATIVE_TAKE(__raddle_do_pthread_mutex_consistent, (uint64_t)m);
  struct sync *o = now(m);
  if (o->mutex.state != INCONSISTENT) return EINVAL;
  o->mutex.state = CONSISTENT;
  return 0;
}

int __raddle_do_pthread_mutex_getprioceiling(const pthread_mutex_t *m, int *ceiling) {
  if (!run_active) return pthread_mutex_getprioceiling(m, ceiling);
  NATIVE_TAKE(__raddle_do_pthread_mutex_getprioceiling, (uint64_t)m, (uint64_t)ceiling);
  const struct sync *o = now((pthread_mutex_t *)(uintptr_t)m);
  if (!o->mutex.has_ceiling) return EINVAL;
  native_tell(ceiling, o->mutex.ceiling);
  return 0;
}

/* The ceiling changes while the mutex is locked. */
int __raddle_do_pthread_mutex_setprioceiling(pthread_mutex_t *m, int ceiling, int *old) {
  if (!run_active) return pthread_mutex_setprioceiling(m, ceiling, old);
  NATIVE_TAKE(__raddle_do_pthread_mutex_setprioceiling, (uint64_t)m, (uint32_t)ceiling, (uint64_t)old);
  struct sync *o = now(m);
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  if (!o->mutex.has_ceiling || pthread_mutexattr_setprioceiling(&attr, ceiling)) return EINVAL;
  bool is_mine = sync_is_mine(o);
  int error = is_mine ? 0 : mutex_lock(o, PATIENCE_ENDLESS);
  if (error) return error;
  native_tell(old, o->mutex.ceiling);
  o->mutex.ceiling = ceiling;
  return is_mine ? 0 : mutex_unlock(o);
}
