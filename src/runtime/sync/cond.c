/* Condition variables.
 *
 * To wait is four steps: WAIT enters the queue, UNLOCK, WAKE leaves the queue, LOCK. A signal is
 * for any one of those in the queue at that time, whichever is scheduled first. So a signal leaves
 * a token at the last place in the queue: the token is for the thread there and for all threads
 * before it. A thread that wakes takes the oldest token that is for it, which leaves most tokens to
 * the others. When a thread leaves the queue, its place, with the tokens, becomes part of the place
 * before.
 * Invariant: up to any place in the queue there are no more tokens than threads. So a broadcast is
 * as many signals as it takes.
 *
 * A variable may be destroyed as soon as all waiting threads were signalled. As in the library,
 * destroying it lasts until these threads have left.
 *
 * Layout of the library's: all zero before its first use, but for word 9: who waits, from bit 3
 * on, and in bit 1 that the clock is the monotonic one. */
#include "runtime/sync/object.h"
#include "runtime/threads/cancel.h"
#include "runtime/threads/clock.h"
#include "runtime/threads/native.h"
#include <errno.h>
#include <pthread.h>

enum { WORDS = 12, FLAGS = 9, FLAG_MONOTONIC = 2, FLAGS_KNOWN = 3 };

bool cond_adopt(struct sync *c, const void *memory, bool is_early) {
  const uint32_t *word = memory;
  if (word[FLAGS] & ~FLAGS_KNOWN) return false;
  for (unsigned i = 0; i < WORDS && !is_early; i++)
    if (word[i] && i != FLAGS) return false;
  c->cond.clock_id = word[FLAGS] & FLAG_MONOTONIC ? CLOCK_MONOTONIC : CLOCK_REALTIME;
  return true;
}

static uint32_t unsignalled(const struct sync *c) { return c->cond.waiting - c->cond.tokens; }

bool cond_is_busy(const struct sync *c) { return c->cond.waiting; }

/* The queue. */

static void enter(struct sync *c, struct sync_waiter *w) {
  w->before = c->cond.last;
  w->after = NULL;
  w->tokens = 0;
  *(w->before ? &w->before->after : &c->cond.first) = w;
  c->cond.last = w;
  c->cond.waiting++;
}

static void leave(struct sync *c, struct sync_waiter *w) {
  *(w->before ? &w->before->after : &c->cond.first) = w->after;
  *(w->after ? &w->after->before : &c->cond.last) = w->before;
  if (w->before)
    w->before->tokens += w->tokens;
  else
    c->cond.tokens -= w->tokens; /* they were for nobody else */
  c->cond.waiting--;
}

/* The place of the oldest token that is for w; NULL: there is no such token. */
static struct sync_waiter *token_for(const struct sync *c, struct sync_waiter *w) {
  if (!c->cond.tokens) return NULL;
  while (w && !w->tokens) w = w->after;
  return w;
}

static bool take_token(struct sync *c, struct sync_waiter *w) {
  struct sync_waiter *place = token_for(c, w);
  if (!place) return false;
  place->tokens--;
  c->cond.tokens--;
  return true;
}

static int notify(struct sync *c, enum event_kind kind, uint32_t limit) {
  sync_point(c, kind);
  uint32_t waiting = unsignalled(c), n = waiting < limit ? waiting : limit;
  if (n) {
    c->cond.last->tokens += n;
    c->cond.tokens += n;
    sync_give_clock(&c->clock);
  }
  sync_done(c, kind, waiting);
  return 0;
}

int cond_signal(struct sync *c) { return notify(c, EV_SIGNAL, 1); }

int cond_broadcast(struct sync *c) { return notify(c, EV_BROADCAST, UINT32_MAX); }

/* Waiting. */

/* One wake-up for no reason shows what the program does about it. After a second wake-up the thread
 * would wait as before, and a wait that never ends would not be noticed. */
static enum readiness may_wake(const struct thread *t) {
  struct sync_waiter *w = sync_waiter_of(t);
  if (cancel_is_due(t) || token_for(sync_wanted(t), w)) return READY;
  return SHM->spurious && !w->was_spurious ? LATE : sync_waits(t);
}

static int wake(struct sync *c, struct patience p) {
  struct sync_waiter *w = sync_waiter_of(thread_self());
  bool is_signalled = take_token(c, w);
  leave(c, w);
  w->was_spurious = !is_signalled && p.how == WAIT_FOR_EVER;
  if (is_signalled) clock_wait_until(c->clock);
  if (is_signalled || w->was_spurious)
    sync_done(c, EV_WAKE, is_signalled ? 0 : EINTR);
  else
    sync_fail(c, EV_WAKE, p);
  cancel_passed();
  return is_signalled || w->was_spurious ? 0 : p.error;
}

static _Noreturn void cancelled(struct sync *c, struct sync *m) {
  cancel_begin_waiting(EV_WAKE, c->address, thread_self()->next.error);
  leave(c, sync_waiter_of(thread_self()));
  mutex_lock(m, PATIENCE_ENDLESS);
  cancel_now();
}

static void begin(struct sync *c, const struct sync *m) {
  sync_point(c, EV_WAIT);
  if (unsignalled(c) && c->cond.mutex != m->address)
    sync_misuse(c, "is waited for with the mutex {obj:%#lx} while others wait with the mutex {obj:%#lx}",
                m->address, c->cond.mutex);
  c->cond.mutex = m->address;
  enter(c, sync_waiter_of(thread_self()));
  sync_done(c, EV_WAIT, m->address);
}

int cond_wait(struct sync *c, struct sync *m, struct patience p) {
  int error = mutex_check_owned(m);
  if (error < 0)
    sync_misuse(c, "is waited for by thread %u, which does not hold the mutex {obj:%#lx}", thread_self()->id,
                m->address);
  if (error) return error;
  begin(c, m);
  mutex_unlock(m);
  sched_point_until(EV_WAKE, c->address, p.how == WAIT_NOT ? NULL : may_wake, (uint64_t)c, p.deadline,
                    p.how == WAIT_FOR_EVER ? 0 : p.error);
  if (cancel_is_due(thread_self())) cancelled(c, m);
  int result = wake(c, p);
  error = mutex_lock(m, PATIENCE_ENDLESS);
  return error ? error : result;
}

static enum readiness may_destroy(const struct thread *t) {
  const struct sync *c = sync_wanted(t);
  return c->cond.waiting && !unsignalled(c) ? BLOCKED : READY;
}

int cond_destroy(struct sync *c) {
  sync_point_for(c, EV_DESTROY, may_destroy, PATIENCE_ENDLESS);
  if (unsignalled(c)) sync_misuse(c, "is destroyed while threads wait for it");
  return sync_destroyed(c);
}

/* The interface. */

static struct sync *at(pthread_cond_t *c) { return sync_at(c, SYNC_COND); }

static struct sync *mutex_at(pthread_mutex_t *m) { return sync_at(m, SYNC_MUTEX); }

/* A bad time is looked at before anything else. */
static int wait_until(struct sync *c, pthread_mutex_t *m, clockid_t clock, const struct timespec *abs) {
  struct patience p = patience_until(clock, abs);
  return p.error == EINVAL ? EINVAL : cond_wait(c, mutex_at(m), p);
}

int __raddle_do_pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *attr) {
  if (!run_active) return pthread_cond_init(c, attr);
  NATIVE_TAKE(__raddle_do_pthread_cond_init, (uint64_t)c, (uint64_t)attr);
  pthread_cond_t fresh = {0};
  pthread_condattr_t copy;
  if (attr) native_read(&copy, attr, sizeof copy);
  int error = pthread_cond_init(&fresh, attr ? &copy : NULL);
  if (!error) sync_init(c, SYNC_COND, &fresh);
  return error;
}

int __raddle_do_pthread_cond_destroy(pthread_cond_t *c) {
  if (!run_active) return pthread_cond_destroy(c);
  NATIVE_TAKE(__raddle_do_pthread_cond_destroy, (uint64_t)c);
  return cond_destroy(at(c));
}

int __raddle_do_pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) {
  if (!run_active) return pthread_cond_wait(c, m);
  NATIVE_TAKE(__raddle_do_pthread_cond_wait, (uint64_t)c, (uint64_t)m);
  return cond_wait(at(c), mutex_at(m), PATIENCE_ENDLESS);
}

int __raddle_do_pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *abs) {
  if (!run_active) {
    sync_made_early();
    return pthread_cond_timedwait(c, m, abs);
  }
  NATIVE_TAKE(__raddle_do_pthread_cond_timedwait, (uint64_t)c, (uint64_t)m, (uint64_t)abs);
  struct sync *o = at(c);
  return wait_until(o, m, o->cond.clock_id, abs);
}

int __raddle_do_pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock,
                                       const struct timespec *abs) {
  if (!run_active) {
    sync_made_early();
    return pthread_cond_clockwait(c, m, clock, abs);
  }
  NATIVE_TAKE(__raddle_do_pthread_cond_clockwait, (uint64_t)c, (uint64_t)m, (uint32_t)clock, (uint64_t)abs);
  return patience_is_for(clock) ? wait_until(at(c), m, clock, abs) : EINVAL;
}

int __raddle_do_pthread_cond_signal(pthread_cond_t *c) {
  if (!run_active) return pthread_cond_signal(c);
  NATIVE_TAKE(__raddle_do_pthread_cond_signal, (uint64_t)c);
  return cond_signal(at(c));
}

int __raddle_do_pthread_cond_broadcast(pthread_cond_t *c) {
  if (!run_active) return pthread_cond_broadcast(c);
  NATIVE_TAKE(__raddle_do_pthread_cond_broadcast, (uint64_t)c);
  return cond_broadcast(at(c));
}
