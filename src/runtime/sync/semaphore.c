/* Semaphores without a name; those with one are in named.c.
 *
 * Layout of the library's: word 0 the value, word 1 who waits. A semaphore that is all zero is
 * one of value 0, or was never initialised: it is the latter unless objects were made before the
 * run. */
#include "runtime/sync/object.h"
#include "runtime/threads/cancel.h"
#include "runtime/threads/clock.h"
#include "runtime/threads/native.h"
#include <errno.h>
#include <limits.h>
#include <semaphore.h>

bool semaphore_adopt(struct sync *s, const void *memory, bool is_early) {
  const uint32_t *word = memory;
  s->semaphore.value = word[0];
  return !word[1] && word[0] <= SEM_VALUE_MAX && (word[0] || is_early);
}

/* A waiting thread has not done a step, so nobody can tell whether the thread has come that far.
 * The thread fails when it sees what happened. */
bool semaphore_is_busy(const struct sync *s) {
  (void)s;
  return false;
}

static int failed(int error) {
  errno = error;
  return -1;
}

static enum readiness may_pass(const struct thread *t) {
  const struct sync *s = sync_wanted(t);
  return s->semaphore.value || cancel_is_due(t) || sync_is_void(s) ? READY : sync_waits(t);
}

static int pass(struct sync *s) {
  s->semaphore.value--;
  clock_wait_until(s->clock);
  sync_done(s, EV_SEM_WAIT, s->semaphore.value);
  return 0;
}

static int try_wait(struct sync *s) {
  sync_point_for(s, EV_SEM_WAIT, NULL, PATIENCE_NONE(EAGAIN));
  return s->semaphore.value ? pass(s) : failed(sync_fail(s, EV_SEM_FAIL, PATIENCE_NONE(EAGAIN)));
}

static int wait(struct sync *s, struct patience p) {
  do /* again only if it was overwritten by one of value 0 */
    sync_point_for(s, EV_SEM_WAIT, may_pass, p);
  while (p.how == WAIT_FOR_EVER && !s->semaphore.value && !cancel_is_due(thread_self()));
  if (cancel_is_due(thread_self())) cancel_waiting(EV_SEM_FAIL, s->address, thread_self()->next.error);
  int error = s->semaphore.value ? pass(s) : sync_fail(s, EV_SEM_FAIL, p);
  cancel_passed();
  return error ? failed(error) : 0;
}

static int wait_until(struct sync *s, clockid_t clock, const struct timespec *abs) {
  if (!patience_is_for(clock)) return failed(EINVAL);
  struct patience p = patience_until(clock, abs);
  return p.error == EINVAL ? failed(EINVAL) : wait(s, p);
}

static int post(struct sync *s) {
  sync_point(s, EV_POST);
  if (s->semaphore.value == SEM_VALUE_MAX) return failed(sync_fail(s, EV_SEM_FAIL, PATIENCE_NONE(EOVERFLOW)));
  s->semaphore.value++;
  sync_give_clock(&s->clock);
  sync_done(s, EV_POST, s->semaphore.value);
  return 0;
}

/* The interface. */

static struct sync *at(sem_t *s) { return sync_at(s, SYNC_SEMAPHORE); }

int __raddle_do_sem_init(sem_t *s, int shared, unsigned value) {
  if (!run_active) {
    sync_made_early();
    return sem_init(s, shared, value);
  }
  NATIVE_TAKE(__raddle_do_sem_init, (uint64_t)s, (uint32_t)shared, value);
  sem_t fresh = {0};
  if (sem_init(&fresh, shared, value)) return -1;
  sync_init(s, SYNC_SEMAPHORE, &fresh);
  return 0;
}

int __raddle_do_sem_destroy(sem_t *s) {
  if (!run_active) return sem_destroy(s);
  NATIVE_TAKE(__raddle_do_sem_destroy, (uint64_t)s);
  struct sync *o = at(s);
  sync_point(o, EV_DESTROY);
  return sync_destroyed(o);
}

int __raddle_do_sem_wait(sem_t *s) {
  if (!run_active) return sem_wait(s);
  NATIVE_TAKE(__raddle_do_sem_wait, (uint64_t)s);
  return wait(at(s), PATIENCE_ENDLESS);
}

int __raddle_do_sem_trywait(sem_t *s) {
  if (!run_active) return sem_trywait(s);
  NATIVE_TAKE(__raddle_do_sem_trywait, (uint64_t)s);
  return try_wait(at(s));
}

int __raddle_do_sem_timedwait(sem_t *s, const struct timespec *abs) {
  if (!run_active) return sem_timedwait(s, abs);
  NATIVE_TAKE(__raddle_do_sem_timedwait, (uint64_t)s, (uint64_t)abs);
  return wait_until(at(s), CLOCK_REALTIME, abs);
}

int __raddle_do_sem_clockwait(sem_t *s, clockid_t clock, const struct timespec *abs) {
  if (!run_active) return sem_clockwait(s, clock, abs);
  NATIVE_TAKE(__raddle_do_sem_clockwait, (uint64_t)s, (uint32_t)clock, (uint64_t)abs);
  return wait_until(at(s), clock, abs);
}

int __raddle_do_sem_post(sem_t *s) {
  if (!run_active) return sem_post(s);
  NATIVE_TAKE(__raddle_do_sem_post, (uint64_t)s);
  return post(at(s));
}

int __raddle_do_sem_getvalue(sem_t *s, int *value) {
  if (!run_active) return sem_getvalue(s, value);
  NATIVE_TAKE(__raddle_do_sem_getvalue, (uint64_t)s, (uint64_t)value);
  struct sync *o = at(s);
  sync_point(o, EV_SEM_VALUE);
  int now = (int)o->semaphore.value;
  sync_done(o, EV_SEM_VALUE, now);
  native_tell(value, now);
  return 0;
}
