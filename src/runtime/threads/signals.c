/* Signals that the program sends itself; none comes from outside during a run. Each thread has a
 * mask, and the signals that were sent to it and not delivered. A handler runs in the thread that
 * the signal was sent to, as a step of its own before that thread's next one, whatever it waits
 * for. When exactly it comes, and that calls give up with EINTR, is not explored: the verdict names
 * the call. Sending and getting are GIVE and TAKE of the thread's pending signals, so one comes
 * after the other. */
#include "runtime/threads/signals.h"
#include "runtime/identity.h"
#include "runtime/threads/cancel.h"
#include "runtime/threads/handle.h"
#include "runtime/threads/native.h"
#include <errno.h>
#include <signal.h>
#include <string.h>

int __raddle_do_pause(void);
pid_t __raddle_do_gettid(void);

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
  if (t == thread_self() && (!signal_is_blocked(t, number) || !sched_has_threads()))
    return signal_raise_here(number, function) ? errno : 0;
  if (!signal_is_blocked(t, number) && signal_ends_process(number)) return signal_raise(number, function);
  outside_fork(function);
  if (t != thread_self()) record_external(function, HOT->site);
  post(t, number);
  return 0;
}

/* Waiting for signals that are blocked. */

static bool is_detached(void) { return ST->server.role == ROLE_DETACHED; }

static sigset_t set_of(uint64_t bits) {
  sigset_t set;
  sigemptyset(&set);
  memcpy(&set, &bits, sizeof bits);
  return set;
}

/* Timers and child processes send through the kernel; so does the program while it has one
 * thread. */
static uint64_t waiting_in_kernel(void) {
  sigset_t set;
  uint64_t bits = 0;
  if (ST->server.role != ROLE_WORKER && !sigpending(&set)) memcpy(&bits, &set, sizeof bits);
  return bits;
}

static uint64_t waiting_there(const struct thread *t, uint64_t set) {
  return (t->posix.pending_signals | ST->thread[0].posix.pending_signals * ST->io.is_for_all) & set;
}

static enum readiness may_take(const struct thread *t) {
  if (cancel_is_due(t) || waiting_there(t, t->next.extra)) return READY;
  return waiting_in_kernel() & t->next.extra ? READY : BLOCKED;
}

/* A signal that the run has sent. */
static int take_one(struct thread *t, uint64_t wanted, siginfo_t *info) {
  uint64_t there = waiting_there(t, wanted), bit = there & -there;
  t->posix.pending_signals &= ~bit;
  if (ST->io.is_for_all) ST->thread[0].posix.pending_signals &= ~bit;
  *info = signal_info(__builtin_ctzll(bit) + 1, SI_USER);
  return info->si_signo;
}

/* The kernel calls this process by another number. */
static int take_from_kernel(uint64_t wanted, siginfo_t *info) {
  sigset_t set = set_of(wanted);
  int number = sigwaitinfo(&set, info);
  if (number > 0 && info->si_pid == getpid()) info->si_pid = IDENTITY_PID;
  return number;
}

/* Returns the number, -1 and errno if the kernel says so. */
static int wait_for(const sigset_t *set, siginfo_t *info, const char *function) {
  struct thread *t = thread_self();
  uint64_t wanted;
  native_read(&wanted, set, sizeof wanted);
  outside_fork(function);
  outside_call(function);
  if (!sched_has_threads() && (ST->io.has_children || waiting_in_kernel() & wanted))
    return take_from_kernel(wanted, info);
  sched_point_until(EV_TAKE, object_of(t), may_take, wanted, 0, 0);
  if (cancel_is_due(t)) cancel_now();
  int number = waiting_there(t, wanted) ? take_one(t, wanted, info) : take_from_kernel(wanted, info);
  sched_done(EV_TAKE, object_of(t), 0, 1);
  cancel_passed();
  return number;
}

int __raddle_do_sigwait(const sigset_t *set, int *number) {
  siginfo_t info;
  if (!run_active || is_detached()) return sigwait(set, number);
  NATIVE_TAKE(__raddle_do_sigwait, (uint64_t)set, (uint64_t)number);
  int taken = wait_for(set, &info, "sigwait");
  if (taken < 0) return errno;
  native_tell(number, taken);
  return 0;
}

int __raddle_do_sigwaitinfo(const sigset_t *set, siginfo_t *info) {
  siginfo_t got;
  if (!run_active || is_detached()) return sigwaitinfo(set, info);
  NATIVE_TAKE(__raddle_do_sigwaitinfo, (uint64_t)set, (uint64_t)info);
  int taken = wait_for(set, &got, "sigwaitinfo");
  if (taken > 0 && info) native_write(info, &got, sizeof got);
  return taken;
}

/* A time-out is explored only if no signal is pending; the verdict names it where others could send
 * a signal. */
int __raddle_do_sigtimedwait(const sigset_t *set, siginfo_t *info, const struct timespec *time) {
  siginfo_t got;
  uint64_t wanted;
  if (!run_active || is_detached()) return sigtimedwait(set, info, time);
  NATIVE_TAKE(__raddle_do_sigtimedwait, (uint64_t)set, (uint64_t)info, (uint64_t)time);
  native_read(&wanted, set, sizeof wanted);
  if (sched_has_threads() || ST->io.has_children) record_external("sigtimedwait", HOT->site);
  bool is_there = (waiting_there(thread_self(), wanted) | waiting_in_kernel()) & wanted;
  if (!is_there && ST->io.has_children) return sigtimedwait(set, info, time);
  if (!is_there) return errno = EAGAIN, -1;
  int taken = wait_for(set, &got, "sigtimedwait");
  if (taken > 0 && info) native_write(info, &got, sizeof got);
  return taken;
}

int __raddle_do_sigpending(sigset_t *set) {
  if (!run_active || is_detached()) return sigpending(set);
  NATIVE_TAKE(__raddle_do_sigpending, (uint64_t)set);
  uint64_t bits = waiting_there(thread_self(), UINT64_MAX) | waiting_in_kernel();
  native_write(set, &bits, sizeof bits);
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

/* Which of several threads gets it is not explored. Where all block it, whoever waits for it
 * later takes it from main. */
int signal_send_process(int number) {
  if (!sched_has_threads()) return signal_raise_here(number, "kill");
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

/* By the thread's number. Only one's own is known here. */
int __raddle_do_tgkill(pid_t pid, pid_t thread, int number) {
  if (!run_active || is_detached()) return tgkill(pid, thread, number);
  NATIVE_TAKE(__raddle_do_tgkill, (uint64_t)(uint32_t)pid, (uint64_t)(uint32_t)thread, (uint32_t)number);
  bool is_self = pid == IDENTITY_PID && thread == __raddle_do_gettid();
  if (!is_self) record_external("tgkill", HOT->site);
  int error = is_self ? send(handle_of(thread_self()), number, "tgkill") : ESRCH;
  return error ? errno = error, -1 : 0;
}

int __raddle_do_pthread_sigqueue(pthread_t handle, int number, const union sigval value) {
  if (!run_active) return pthread_sigqueue(handle, number, value);
  NATIVE_TAKE(__raddle_do_pthread_sigqueue, handle, (uint32_t)number, (uint64_t)value.sival_ptr);
  if (number && !signal_ends_process(number))
    record_external("pthread_sigqueue", HOT->site); /* the value is lost */
  return send(handle, number, "pthread_sigqueue");
}

/* Masks. */

/* A fault that is blocked would kill the process unseen. */
static const int FAULTS[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};

/* A signal to the process is held back if all threads block it. Only forked runs get any. */
void signal_tell_kernel(void) {
  const struct sched_state *s = &ST->sched;
  if (ST->server.role == ROLE_WORKER) return;
  uint64_t all = thread_self()->posix.blocked_signals;
  for (uint32_t i = 0; i < s->alive_count; i++) all &= ST->thread[s->alive[i]].posix.blocked_signals;
  for (unsigned i = 0; i < sizeof FAULTS / sizeof *FAULTS; i++) all &= ~signal_bit(FAULTS[i]);
  sigset_t set = set_of(all);
  sigprocmask(SIG_SETMASK, &set, NULL);
}

/* Handlers are ours to call: what the kernel has for us is fetched before it would call them. */
static void handle_waiting(void) {
  struct thread *t = thread_self();
  uint64_t due;
  while ((due = waiting_in_kernel() & ~t->posix.blocked_signals)) {
    siginfo_t info;
    if (take_from_kernel(due & -due, &info) > 0) signal_handle(&info);
  }
  while (signal_is_due(t)) handle_first(t);
}

void signal_set_mask(uint64_t blocked) {
  static const int always[] = {SIGKILL, SIGSTOP, LIBRARY_FIRST, LIBRARY_LAST};
  for (unsigned i = 0; i < sizeof always / sizeof *always; i++) blocked &= ~signal_bit(always[i]);
  thread_self()->posix.blocked_signals = blocked;
  handle_waiting();
  signal_tell_kernel();
}

void signal_jump(uint64_t sp, bool with_mask) {
  struct pthread_part *p = &thread_self()->posix;
  uint64_t mask = p->blocked_signals;
  for (; p->handling && (uint64_t)p->handling < sp; p->handling = p->handling->outer)
    mask = p->handling->mask;
  if (with_mask && mask != p->blocked_signals) signal_set_mask(mask);
}

static int change_mask(int how, const sigset_t *set, sigset_t *old) {
  uint64_t now = thread_self()->posix.blocked_signals, wanted = now, given = 0;
  if (set) native_read(&given, set, sizeof given);
  if (set && how == SIG_BLOCK) wanted = now | given;
  if (set && how == SIG_UNBLOCK) wanted = now & ~given;
  if (set && how == SIG_SETMASK) wanted = given;
  if (set && how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK) return EINVAL;
  if (old) native_write(old, &now, sizeof now);
  signal_set_mask(wanted);
  return 0;
}

int __raddle_do_pthread_sigmask(int how, const sigset_t *set, sigset_t *old) {
  if (!run_active) return pthread_sigmask(how, set, old);
  NATIVE_TAKE(__raddle_do_pthread_sigmask, (uint32_t)how, (uint64_t)set, (uint64_t)old);
  return change_mask(how, set, old);
}

int __raddle_do_sigprocmask(int how, const sigset_t *set, sigset_t *old) {
  if (!run_active) return sigprocmask(how, set, old);
  NATIVE_TAKE(__raddle_do_sigprocmask, (uint32_t)how, (uint64_t)set, (uint64_t)old);
  int error = change_mask(how, set, old);
  return error ? errno = error, -1 : 0;
}

/* The same in older words. */

static uint64_t change_bits(int how, uint64_t bits) {
  uint64_t now = thread_self()->posix.blocked_signals;
  signal_set_mask(how == SIG_BLOCK ? now | bits : how == SIG_UNBLOCK ? now & ~bits : bits);
  return now;
}

#define WITH_NUMBER(name, how)                                                                               \
  int __raddle_do_##name(int number) {                                                                       \
    if (!run_active) return name(number);                                                                    \
    NATIVE_TAKE(__raddle_do_##name, (uint32_t)number);                                                       \
    if (!signal_bit(number)) return errno = EINVAL, -1;                                                      \
    return change_bits(how, signal_bit(number)), 0;                                                          \
  }
#define WITH_MASK(name, how)                                                                                 \
  int __raddle_do_##name(int mask) {                                                                         \
    if (!run_active) return name(mask);                                                                      \
    NATIVE_TAKE(__raddle_do_##name, (uint32_t)mask);                                                         \
    return (int)change_bits(how, (uint32_t)mask);                                                            \
  }
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
WITH_NUMBER(sighold, SIG_BLOCK)
WITH_NUMBER(sigrelse, SIG_UNBLOCK)
WITH_MASK(sigblock, SIG_BLOCK)
WITH_MASK(sigsetmask, SIG_SETMASK)
#pragma clang diagnostic pop

/* Until a handler has run under that mask. */
int __raddle_do_sigsuspend(const sigset_t *mask) {
  uint64_t meanwhile;
  if (!run_active) return sigsuspend(mask);
  NATIVE_TAKE(__raddle_do_sigsuspend, (uint64_t)mask);
  native_read(&meanwhile, mask, sizeof meanwhile);
  uint64_t before = thread_self()->posix.blocked_signals;
  uint32_t handled = thread_self()->posix.handled_signals;
  outside_fork("sigsuspend");
  signal_set_mask(meanwhile);
  if (thread_self()->posix.handled_signals == handled) __raddle_do_pause();
  signal_set_mask(before);
  errno = EINTR;
  return -1;
}
