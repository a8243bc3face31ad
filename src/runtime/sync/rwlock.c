/* Read-write locks.
 *
 * Readers are a list of holds, one for each thread, with how often it has the lock. Readers go
 * first: one can always join others. Where writers go first
 * (PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP) a writer that finds the lock taken queues up,
 * which is a step of its own since it keeps new readers out.
 * Invariant: it is owned by a writer, or has readers, or neither.
 *
 * Layout of the library's: word 0 readers and phase, word 6 the writer, word 12 the kind. */
#include "runtime/sync/object.h"
#include "runtime/threads/clock.h"
#include "runtime/threads/native.h"
#include <errno.h>
#include <pthread.h>

enum { READERS = 0, READERS_PHASE = 1, WRITERS = 1, WRITER = 6, KIND = 12 };

bool rwlock_adopt(struct sync *l, const void *memory, bool is_early) {
  const uint32_t *word = memory;
  (void)is_early;
  if (word[READERS] & ~READERS_PHASE || word[WRITERS] || word[WRITER]) return false;
  if (word[KIND] > PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP) return false;
  l->rwlock.prefers_writers = word[KIND] == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
  return true;
}

bool rwlock_is_busy(const struct sync *l) { return l->is_owned || l->rwlock.readers; }

/* Holds. */

static struct hold *new_hold(void) {
  struct sync_state *s = &ST->sync;
  struct hold *h = s->free_holds;
  if (h) {
    s->free_holds = h->next;
    return h;
  }
  if (s->hold_count == SYNC_HOLDS) run_end(END_FULL, 0, "too many read locks at one time");
  return &s->hold[s->hold_count++];
}

/* The link to the running thread's hold, or to the end of the list. */
static struct hold **hold_of(struct sync *l, uint32_t thread) {
  struct hold **at = &l->rwlock.readers;
  while (*at && (*at)->thread != thread) at = &(*at)->next;
  return at;
}

struct hold *rwlock_other_reader(const struct sync *l, const struct thread *t) {
  struct hold *h = l->rwlock.readers;
  while (h && h->thread == t->id && h->next) h = h->next;
  return h;
}

static void add_reader(struct sync *l) {
  uint32_t self = thread_self()->id;
  struct hold **at = hold_of(l, self);
  if (!*at) {
    *at = new_hold();
    **at = (struct hold){.thread = self};
  }
  (*at)->depth++;
  (*at)->site = HOT->site;
}

static void remove_reader(struct hold **at) {
  struct hold *h = *at;
  if (--h->depth) return;
  *at = h->next;
  h->next = ST->sync.free_holds;
  ST->sync.free_holds = h;
}

/* Locking. */

static bool lets_read(const struct sync *l) { return !l->is_owned && !l->rwlock.queued; }

static enum readiness may_read(const struct thread *t) {
  return lets_read(sync_wanted(t)) ? READY : sync_waits(t);
}
static enum readiness may_write(const struct thread *t) {
  return rwlock_is_busy(sync_wanted(t)) ? sync_waits(t) : READY;
}

static int read_lock(struct sync *l, struct patience p) {
  if (sync_is_mine(l)) return p.error == EBUSY ? EBUSY : EDEADLK;
  sync_point_for(l, EV_READ_LOCK, may_read, p);
  if (!lets_read(l)) return sync_fail(l, EV_LOCK_FAIL, p);
  add_reader(l);
  clock_wait_until(l->clock);
  sync_done(l, EV_READ_LOCK, 0);
  return 0;
}

static int write_if_free(struct sync *l, struct patience p, uint32_t otherwise) {
  if (rwlock_is_busy(l)) return sync_fail(l, EV_LOCK_FAIL, p);
  sync_take(l);
  clock_wait_until(l->rwlock.read_clock);
  sync_done(l, EV_LOCK, otherwise);
  return 0;
}

static int write_lock(struct sync *l, struct patience p) {
  if (sync_is_mine(l)) return p.error == EBUSY ? EBUSY : EDEADLK;
  /* A writer whose time is over when it comes queues up too, as in the library: so the steps do not
   * depend on the clock. */
  bool queues = l->rwlock.prefers_writers && p.error != EBUSY;
  if (queues) {
    sync_point_for(l, EV_LOCK, NULL, p);
    if (!rwlock_is_busy(l)) return write_if_free(l, p, EVENT_WOULD_QUEUE);
    l->rwlock.queued++;
    sync_done(l, EV_QUEUE, 0);
  }
  sync_point_for(l, EV_LOCK, may_write, p);
  if (queues) l->rwlock.queued--;
  return write_if_free(l, p, 0);
}

static int unlock(struct sync *l) {
  uint32_t self = thread_self()->id;
  sync_point(l, sync_is_mine(l) ? EV_UNLOCK : EV_READ_UNLOCK);
  bool is_writer = sync_is_mine(l);
  if (!is_writer && !*hold_of(l, self)) {
    if (l->is_owned || !l->rwlock.readers) sync_bad_unlock(l);
    sync_misuse(l, "is unlocked by thread %u, but only others hold it: thread %u since {site:%u}", self,
                l->rwlock.readers->thread, record_site(l->rwlock.readers->site));
  }
  if (is_writer) {
    sync_release(l);
  } else {
    remove_reader(hold_of(l, self));
    sync_give_clock(&l->rwlock.read_clock);
  }
  sync_done(l, is_writer ? EV_UNLOCK : EV_READ_UNLOCK, 0);
  return 0;
}

static int destroy(struct sync *l) {
  sync_point(l, EV_DESTROY);
  const struct hold *h = l->rwlock.readers;
  if (rwlock_is_busy(l))
    sync_misuse(l, "is destroyed, but thread %u holds it, since {site:%u}", h ? h->thread : l->owner,
                record_site(h ? h->site : l->site));
  return sync_destroyed(l);
}

/* The interface. */

static struct sync *at(pthread_rwlock_t *l) { return sync_at(l, SYNC_RWLOCK); }

typedef int locker(struct sync *, struct patience);

/* A bad time is looked at before anything else. */
static int lock_until(locker *lock, pthread_rwlock_t *l, clockid_t clock, const struct timespec *abs) {
  if (!patience_is_for(clock)) return EINVAL;
  struct sync *o = at(l);
  struct patience p = patience_until(clock, abs);
  return p.error == EINVAL ? EINVAL : lock(o, p);
}

int __raddle_do_pthread_rwlock_init(pthread_rwlock_t *l, const pthread_rwlockattr_t *attr) {
  if (!run_active) return pthread_rwlock_init(l, attr);
  NATIVE_TAKE(__raddle_do_pthread_rwlock_init, (uint64_t)l, (uint64_t)attr);
  pthread_rwlock_t fresh = {0};
  pthread_rwlockattr_t copy;
  if (attr) native_read(&copy, attr, sizeof copy);
  int error = pthread_rwlock_init(&fresh, attr ? &copy : NULL);
  if (!error) sync_init(l, SYNC_RWLOCK, &fresh);
  return error;
}

int __raddle_do_pthread_rwlock_destroy(pthread_rwlock_t *l) {
  if (!run_active) return pthread_rwlock_destroy(l);
  NATIVE_TAKE(__raddle_do_pthread_rwlock_destroy, (uint64_t)l);
  return destroy(at(l));
}

int __raddle_do_pthread_rwlock_rdlock(pthread_rwlock_t *l) {
  if (!run_active) return pthread_rwlock_rdlock(l);
  NATIVE_TAKE(__raddle_do_pthread_rwlock_rdlock, (uint64_t)l);
  return read_lock(at(l), PATIENCE_ENDLESS);
}

int __raddle_do_pthread_rwlock_wrlock(pthread_rwlock_t *l) {
  if (!run_active) return pthread_rwlock_wrlock(l);
  NATIVE_TAKE(__raddle_do_pthread_rwlock_wrlock, (uint64_t)l);
  return write_lock(at(l), PATIENCE_ENDLESS);
}

int __raddle_do_pthread_rwlock_tryrdlock(pthread_rwlock_t *l) {
  if (!run_active) return pthread_rwlock_tryrdlock(l);
  NATIVE_TAKE(__raddle_do_pthread_rwlock_tryrdlock, (uint64_t)l);
  return read_lock(at(l), PATIENCE_NONE(EBUSY));
}

int __raddle_do_pthread_rwlock_trywrlock(pthread_rwlock_t *l) {
  if (!run_active) return pthread_rwlock_trywrlock(l);
  NATIVE_TAKE(__raddle_do_pthread_rwlock_trywrlock, (uint64_t)l);
  return write_lock(at(l), PATIENCE_NONE(EBUSY));
}

int __raddle_do_pthread_rwlock_timedrdlock(pthread_rwlock_t *l, const struct timespec *abs) {
  if (!run_active) return pthread_rwlock_timedrdlock(l, abs);
  NATIVE_TAKE(__raddle_do_pthread_rwlock_timedrdlock, (uint64_t)l, (uint64_t)abs);
  return lock_until(read_lock, l, CLOCK_REALTIME, abs);
}

int __raddle_do_pthread_rwlock_timedwrlock(pthread_rwlock_t *l, const struct timespec *abs) {
  if (!run_active) return pthread_rwlock_timedwrlock(l, abs);
  NATIVE_TAKE(__raddle_do_pthread_rwlock_timedwrlock, (uint64_t)l, (uint64_t)abs);
  return lock_until(write_lock, l, CLOCK_REALTIME, abs);
}

int __raddle_do_pthread_rwlock_clockrdlock(pthread_rwlock_t *l, clockid_t clock, const struct timespec *abs) {
  if (!run_active) return pthread_rwlock_clockrdlock(l, clock, abs);
  NATIVE_TAKE(__raddle_do_pthread_rwlock_clockrdlock, (uint64_t)l, (uint32_t)clock, (uint64_t)abs);
  return lock_until(read_lock, l, clock, abs);
}

int __raddle_do_pthread_rwlock_clockwrlock(pthread_rwlock_t *l, clockid_t clock, const struct timespec *abs) {
  if (!run_active) return pthread_rwlock_clockwrlock(l, clock, abs);
  NATIVE_TAKE(__raddle_do_pthread_rwlock_clockwrlock, (uint64_t)l, (uint32_t)clock, (uint64_t)abs);
  return lock_until(write_lock, l, clock, abs);
}

int __raddle_do_pthread_rwlock_unlock(pthread_rwlock_t *l) {
  if (!run_active) return pthread_rwlock_unlock(l);
  NATIVE_TAKE(__raddle_do_pthread_rwlock_unlock, (uint64_t)l);
  return unlock(at(l));
}
