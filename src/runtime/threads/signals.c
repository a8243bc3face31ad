/* Signals between threads. A thread's mask is only remembered: no signal comes from outside during a run. One that the
 * program sends itself ends the process, is ignored, or runs a handler; what the library would do differently (a handler
 * run by another thread, a signal that stays blocked) is named in the verdict. */
#include "runtime/threads/signals.h"
#include "runtime/threads/handle.h"
#include "runtime/threads/native.h"
#include <errno.h>
#include <signal.h>
#include <string.h>

enum { LIBRARY_FIRST = 32, LIBRARY_LAST = 33 }; /* used by the library itself */

/* Sent to the running thread: as raise does. To another: the same, if all threads would do the same with it. */
static int send(pthread_t handle, int number, const char *function) {
  const struct thread *t = handle_thread(handle, function);
  if (!t) return ESRCH;
  if (number == LIBRARY_FIRST || number == LIBRARY_LAST) return EINVAL;
  if (t->state == THREAD_ENDED) return 0;
  if (number < 0 || number >= NSIG) return EINVAL;
  if (!number || signal_is_ignored(number)) return 0;
  bool is_other = t != thread_self(), is_blocked = signal_is_blocked(t, number);
  if (is_blocked || (is_other && !signal_ends_process(number))) record_external(function, HOT->site);
  if (is_blocked) return 0;
  return signal_raise(number, function) ? errno : 0;
}

int __raddle_do_pthread_kill(pthread_t handle, int number) {
  if (!run_active) return pthread_kill(handle, number);
  NATIVE_TAKE(__raddle_do_pthread_kill, handle, (uint32_t)number);
  return send(handle, number, "pthread_kill");
}

int __raddle_do_pthread_sigqueue(pthread_t handle, int number, const union sigval value) {
  if (!run_active) return pthread_sigqueue(handle, number, value);
  NATIVE_TAKE(__raddle_do_pthread_sigqueue, handle, (uint32_t)number, (uint64_t)value.sival_ptr);
  if (number && !signal_ends_process(number))
    record_external("pthread_sigqueue", HOT->site); /* the value is lost */
  return send(handle, number, "pthread_sigqueue");
}

int __raddle_do_pthread_sigmask(int how, const sigset_t *set, sigset_t *old) {
  if (!run_active) return pthread_sigmask(how, set, old);
  NATIVE_TAKE(__raddle_do_pthread_sigmask, (uint32_t)how, (uint64_t)set, (uint64_t)old);
  struct pthread_part *p = &thread_self()->posix;
  uint64_t now = p->blocked_signals, wanted = now, given = 0;
  if (set) native_read(&given, set, sizeof given);
  if (set && how == SIG_BLOCK) wanted = now | given;
  if (set && how == SIG_UNBLOCK) wanted = now & ~given;
  if (set && how == SIG_SETMASK) wanted = given;
  if (set && how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK) return EINVAL;
  p->blocked_signals = wanted & ~(signal_bit(SIGKILL) | signal_bit(SIGSTOP) | signal_bit(LIBRARY_FIRST) |
                                  signal_bit(LIBRARY_LAST));
  if (old) native_write(old, &now, sizeof now);
  return 0;
}
