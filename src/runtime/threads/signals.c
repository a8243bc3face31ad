/* Signals that the program sends itself; none comes from outside during a run. A mask is remembered for each thread, and so is what was
 * sent and not delivered. A handler runs in the thread that the signal was sent to, as a step of its own before that thread's next one,
 * whatever it waits for. When exactly it comes, and that calls give up with EINTR, is not explored: the verdict names the call.
 * Sending and getting are GIVE and TAKE of the thread's pending signals, so one comes after the other. */
#include "runtime/threads/signals.h"
#include "runtime/threads/cancel.h"
#include "runtime/threads/handle.h"
#include "runtime/threads/native.h"
#include <errno.h>
#include <signal.h>
#include <string.h>

enum { LIBRARY_FIRST = 32, LIBRARY_LAST = 33 }; /* used by the library itself */

static uint64_t object_of(const struct thread *t) { return (uint64_t)&t->posix.pending_signals; }

static void post(struct thread *t, int number) {
  if (sched_has_threads()) {
    sched_point(EV_GIVE, object_of(t), NULL);
    sched_done(EV_GIVE, object_of(t), 0, 1);
  }
  t->posix.pending_signals |= signal_bit(number);
}

static int send(pthread_t handle, int number, const char *function) {
  struct thread *t = handle_thread(handle, function);
  if (number == LIBRARY_FIRST || number == LIBRARY_LAST) return EINVAL;
  if (t->state == THREAD_ENDED) return 0;
  if (number < 0 || number >= NSIG) return EINVAL;
  if (!number || signal_is_ignored(number)) return 0;
  if (t == thread_self() && !signal_is_blocked(t, number)) return signal_raise(number, function) ? errno : 0;
  if (!signal_is_blocked(t, number) && signal_ends_process(number)) return signal_raise(number, function);
  outside_fork(function);
  if (t != thread_self()) record_external(function, HOT->site);
  post(t, number);
  return 0;
}

/* Waiting for signals that are blocked. */

static uint64_t waiting_there(const struct thread *t, uint64_t set) {
  return (t->posix.pending_signals | ST->thread[0].posix.pending_signals * ST->io.is_for_all) & set;
}

static enum readiness may_take(const struct thread *t) {
  return cancel_is_due(t) || waiting_there(t, t->next.extra) ? READY : BLOCKED;
}

int __raddle_do_sigwait(const sigset_t *set, int *number) {
  if (!run_active) return sigwait(set, number);
  NATIVE_TAKE(__raddle_do_sigwait, (uint64_t)set, (uint64_t)number);
  struct thread *t = thread_self();
  uint64_t wanted;
  native_read(&wanted, set, sizeof wanted);
  outside_fork("sigwait");
  sched_point_until(EV_TAKE, object_of(t), may_take, wanted, 0, 0);
  if (cancel_is_due(t)) cancel_now();
  uint64_t there = waiting_there(t, wanted), bit = there & -there;
  t->posix.pending_signals &= ~bit;
  if (ST->io.is_for_all) ST->thread[0].posix.pending_signals &= ~bit;
  sched_done(EV_TAKE, object_of(t), 0, 1);
  cancel_passed();
  native_tell(number, __builtin_ctzll(bit) + 1);
  return 0;
}

static bool waits_for(const struct thread *t, int number) {
  return t->next.may_go == may_take && t->next.extra & signal_bit(number);
}

static struct thread *receiver_of(int number) {
  const struct sched_state *s = &ST->sched;
  for (uint32_t i = 0; i < s->alive_count; i++)
    if (waits_for(&ST->thread[s->alive[i]], number)) return &ST->thread[s->alive[i]];
  for (uint32_t i = 0; i < s->thread_count; i++) {
    struct thread *t = &ST->thread[s->order[i]];
    if (t->state == THREAD_ALIVE && !signal_is_blocked(t, number)) return t;
  }
  return NULL;
}

/* Which of several threads gets it is not explored. Where all block it, whoever waits for it later takes it from main. */
int signal_send_process(int number) {
  if (!sched_has_threads()) return __raddle_do_raise(number);
  if (signal_is_ignored(number)) return 0;
  struct thread *t = receiver_of(number);
  if (t && !waits_for(t, number) && signal_ends_process(number)) return signal_raise(number, "kill");
  outside_fork("kill");
  record_external("kill", HOT->site);
  if (!t) ST->io.is_for_all = true;
  post(t ? t : &ST->thread[0], number);
  return 0;
}

/* Getting them. */

static void handle_first(struct thread *t) {
  uint64_t due = t->posix.pending_signals & ~t->posix.blocked_signals;
  t->posix.pending_signals &= ~(due & -due);
  signal_raise(__builtin_ctzll(due) + 1, "pthread_kill");
}

void signal_take_due(struct thread *t) {
  struct pending next = t->next;
  struct spin_round spin = t->spin;
  t->spin = (struct spin_round){0};
  sched_done(EV_TAKE, object_of(t), 0, 1);
  handle_first(t);
  t->next = next;
  t->spin = spin;
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
  while (signal_is_due(thread_self())) handle_first(thread_self());
  return 0;
}
