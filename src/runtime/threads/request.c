/* pthread_cancel, in a file of its own: only a program that calls it has it linked in, and
 * cancel.c goes by that. */
#include "runtime/threads/cancel.h"
#include "runtime/threads/handle.h"
#include "runtime/threads/native.h"
#include <errno.h>

int __raddle_do_pthread_cancel(pthread_t handle) {
  if (!run_active) return pthread_cancel(handle);
  NATIVE_TAKE(__raddle_do_pthread_cancel, handle);
  struct thread *t = handle_any_thread(handle, "pthread_cancel");
  sched_point(EV_CANCEL, (uint64_t)&t->posix.is_cancelled, NULL);
  if (t->posix.is_joined) sched_done(EV_CANCEL, (uint64_t)&t->posix.is_cancelled, t->id, 0);
  handle_thread(handle, "pthread_cancel"); /* others may have joined it meanwhile */
  t->posix.is_cancelled = true;
  sched_done(EV_CANCEL, (uint64_t)&t->posix.is_cancelled, t->id, 0);
  if (t == thread_self() && cancel_is_due_anywhere(t)) cancel_now();
  return 0;
}
