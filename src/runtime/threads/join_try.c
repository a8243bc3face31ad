/* Joins that do not wait for ever, in a file of their own: only where they are linked in can
 * anybody tell that a thread has done all its steps but not ended. Its end is a step of its own
 * then (create.c). */
#include "runtime/threads/cancel.h"
#include "runtime/threads/handle.h"
#include "runtime/threads/native.h"
#include <errno.h>

int __raddle_do_pthread_timedjoin_np(pthread_t handle, void **result, const struct timespec *abs) {
  if (!run_active) return pthread_timedjoin_np(handle, result, abs);
  NATIVE_TAKE(__raddle_do_pthread_timedjoin_np, handle, (uint64_t)result, (uint64_t)abs);
  return join_posix(handle, result, CLOCK_REALTIME, abs, "pthread_timedjoin_np");
}

int __raddle_do_pthread_clockjoin_np(pthread_t handle, void **result, clockid_t clock,
                                     const struct timespec *abs) {
  if (!run_active) return pthread_clockjoin_np(handle, result, clock, abs);
  NATIVE_TAKE(__raddle_do_pthread_clockjoin_np, handle, (uint64_t)result, (uint32_t)clock, (uint64_t)abs);
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) return EINVAL;
  return join_posix(handle, result, clock, abs, "pthread_clockjoin_np");
}

int __raddle_do_pthread_tryjoin_np(pthread_t handle, void **result) {
  if (!run_active) return pthread_tryjoin_np(handle, result);
  NATIVE_TAKE(__raddle_do_pthread_tryjoin_np, handle, (uint64_t)result);
  struct thread *target = handle_any_thread(handle, "pthread_tryjoin_np");
  sched_point(EV_JOIN_FAIL, target->id, NULL);
  join_check(target, "pthread_tryjoin_np");
  if (target->state != THREAD_ENDED) return join_fail(target, EBUSY);
  join_succeed(target, result);
  cancel_gone(target);
  if (result) native_store(result, sizeof *result, (uint64_t)target->posix.result, fresh_take_result(target));
  return 0;
}
