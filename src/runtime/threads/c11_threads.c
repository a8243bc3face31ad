/* thrd_*: the same threads with other names, except for thrd_yield and thrd_sleep (yield.c). */
#include "runtime/threads/handle.h"
#include "runtime/threads/native.h"
#include <errno.h>
#include <threads.h>

static int c11_error(int error) {
  switch (error) {
  case 0: return thrd_success;
  case ENOMEM: return thrd_nomem;
  case ETIMEDOUT: return thrd_timedout;
  case EBUSY: return thrd_busy;
  default: return thrd_error;
  }
}

int __raddle_do_thrd_create(thrd_t *handle, thrd_start_t routine, void *argument) {
  if (!run_active) return thrd_create(handle, routine, argument);
  expr_id s = call_argument(HOT->callee == (const void *)__raddle_do_thrd_create, 2);
  NATIVE_TAKE(__raddle_do_thrd_create, (uint64_t)handle, (uint64_t)(uintptr_t)routine);
  struct creation c = {.handle = handle,
                       .routine = (void *(*)(void *))(uintptr_t)routine,
                       .argument = argument,
                       .s_argument = s,
                       .is_c11 = true};
  return c11_error(create_thread(&c));
}

thrd_t __raddle_do_thrd_current(void) { return run_active ? handle_of(thread_self()) : thrd_current(); }

int __raddle_do_pthread_equal(pthread_t, pthread_t);

int __raddle_do_thrd_equal(thrd_t a, thrd_t b) {
  if (!run_active) return thrd_equal(a, b);
  NATIVE_TAKE(__raddle_do_thrd_equal, a, b);
  return __raddle_do_pthread_equal(a, b);
}

_Noreturn void __raddle_do_thrd_exit(int result) {
  if (!run_active) thrd_exit(result);
  expr_id s = call_argument(call_take(__raddle_do_thrd_exit), 0);
  exit_with((void *)(intptr_t)result, s);
}

int __raddle_do_thrd_join(thrd_t handle, int *result) {
  if (!run_active) return thrd_join(handle, result);
  NATIVE_TAKE(__raddle_do_thrd_join, handle, (uint64_t)result);
  struct thread *joined;
  int error = join_thread(handle, &joined, result, CLOCK_REALTIME, NULL, "thrd_join");
  if (error) return c11_error(error);
  const struct pthread_part *p = &joined->posix;
  if (result) native_store(result, sizeof *result, (uint32_t)(uintptr_t)p->result, fresh_take_result(joined));
  return thrd_success;
}

int __raddle_do_thrd_detach(thrd_t handle) {
  if (!run_active) return thrd_detach(handle);
  NATIVE_TAKE(__raddle_do_thrd_detach, handle);
  return c11_error(detach_thread(handle, "thrd_detach"));
}
