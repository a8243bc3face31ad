/* Joining and detaching.
 *
 * A thread that wants to join announces EV_JOIN with the other's number as the object; it can go on
 * when that thread has ended. If several threads wait for one thread, the first gets it, and the
 * others do what POSIX leaves undefined: so joins of one thread conflict. As in glibc, threads that
 * join each other are not told so: they wait for ever. */
#include "runtime/threads/cancel.h"
#include "runtime/threads/clock.h"
#include "runtime/threads/handle.h"
#include "runtime/threads/native.h"
#include <errno.h>

enum { UNTIMED, TIMED }; /* pending.extra */

static struct thread *target_of(const struct thread *t) { return &ST->thread[t->next.object]; }

static enum readiness may_join(const struct thread *t) {
  const struct thread *target = target_of(t);
  if (cancel_is_due(t) || target->state == THREAD_ENDED || target->posix.is_detached) return READY;
  return t->next.extra == TIMED ? LATE : BLOCKED;
}

/* POSIX leaves it undefined to join or detach a thread that is detached or was joined. */
void join_check(const struct thread *target, const char *function) {
  const char *why = target->posix.is_joined     ? "was joined before"
                    : target->posix.is_detached ? "is detached"
                                                : NULL;
  if (why) run_bug(BUG_LOCK_MISUSE, HOT->site, 0, "%s of thread %u, which %s", function, target->id, why);
}

int join_fail(const struct thread *target, int error) {
  sched_done(EV_JOIN_FAIL, 0, target->id, error);
  return error;
}

int join_succeed(struct thread *target, bool is_asked) {
  struct thread *self = thread_self();
  target->posix.is_joined = true;
  clock_wait_until(target->clock);
  sharing_joined(self, target);
  sched_done(EV_JOIN, 0, target->id, is_asked);
  return 0;
}

static int wait_for(struct thread *target, bool is_asked, int how, uint64_t deadline, const char *function) {
  struct thread *self = thread_self();
  /* A deadline in the far past is one too. */
  sched_point_until(EV_JOIN, target->id, may_join, how, how == TIMED && !deadline ? 1 : deadline,
                    how == TIMED ? ETIMEDOUT : 0);
  if (cancel_is_due(self)) cancel_waiting(EV_JOIN_FAIL, 0, target->id);
  if (target->posix.is_joined || target->posix.is_detached) { /* a request would have come first */
    sched_failed();
    cancel_passed();
  }
  join_check(target, function);
  bool has_ended = target->state == THREAD_ENDED;
  if (!has_ended) clock_wait_until(deadline);
  int error = has_ended ? join_succeed(target, is_asked) : join_fail(target, ETIMEDOUT);
  cancel_passed();
  if (!error) cancel_gone(target);
  return error;
}

int join_thread(pthread_t handle, struct thread **joined, bool is_asked, clockid_t clock,
                const struct timespec *abs, const char *function) {
  struct timespec until = {0};
  struct thread *target = handle_any_thread(handle, function);
  if (target == thread_self()) {
    join_check(target, function);
    cancel_point();
    return EDEADLK;
  }
  if (abs) native_read(&until, abs, sizeof until);
  if (abs && !clock_is_valid(&until)) return EINVAL;
  *joined = target;
  return wait_for(target, is_asked, abs ? TIMED : UNTIMED, abs ? clock_deadline(clock, &until) : 0, function);
}

int join_posix(pthread_t handle, void **result, clockid_t clock, const struct timespec *abs,
               const char *function) {
  struct thread *joined;
  int error = join_thread(handle, &joined, result, clock, abs, function);
  if (!error && result)
    native_store(result, sizeof *result, (uint64_t)joined->posix.result, fresh_take_result(joined));
  return error;
}

int __raddle_do_pthread_join(pthread_t handle, void **result) {
  if (!run_active) return pthread_join(handle, result);
  NATIVE_TAKE(__raddle_do_pthread_join, handle, (uint64_t)result);
  return join_posix(handle, result, CLOCK_REALTIME, NULL, "pthread_join");
}

int detach_thread(pthread_t handle, const char *function) {
  struct thread *t = handle_any_thread(handle, function);
  if (!fresh_is_on()) sched_point(EV_DETACH, t->id, NULL);
  join_check(t, function);
  t->posix.is_detached = true;
  if (sched_has_threads()) sched_done(EV_DETACH, 0, t->id, 0);
  return 0;
}

int __raddle_do_pthread_detach(pthread_t handle) {
  if (!run_active) return pthread_detach(handle);
  NATIVE_TAKE(__raddle_do_pthread_detach, handle);
  return detach_thread(handle, "pthread_detach");
}
