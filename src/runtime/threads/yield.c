/* Giving way: sched_yield and sleeping. Nobody really sleeps: the thread's clock goes on, and
 * the plan may let others run. */
#include "runtime/threads/cancel.h"
#include "runtime/threads/clock.h"
#include "runtime/threads/handle.h"
#include "runtime/threads/native.h"
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sched.h>
#include <sys/select.h>
#include <threads.h>
#include <unistd.h>

static void yield(void) {
  sched_point(EV_YIELD, 0, NULL);
  sched_done(EV_YIELD, 0, 0, 0);
}

int __raddle_do_sched_yield(void) {
  if (!run_active) return sched_yield();
  yield();
  return 0;
}

int __raddle_do_pthread_yield(void) { return __raddle_do_sched_yield(); }

void __raddle_do_thrd_yield(void) { __raddle_do_sched_yield(); }

/* Sleeping is a cancellation point all the time. */
static void sleep_for(uint64_t length) {
  sched_point(EV_YIELD, 0, NULL);
  if (cancel_is_due(thread_self())) cancel_now();
  uint64_t until;
  clock_wait_until(__builtin_add_overflow(clock_now(), length, &until) ? UINT64_MAX - 1 : until);
  sched_done(EV_YIELD, 0, 0, 0);
  cancel_passed();
}

unsigned __raddle_do_sleep(unsigned seconds) {
  if (!run_active) return sleep(seconds);
  NATIVE_TAKE(__raddle_do_sleep, seconds);
  sleep_for(seconds * CLOCK_SECOND);
  return 0;
}

int __raddle_do_usleep(useconds_t microseconds) {
  if (!run_active) return usleep(microseconds);
  NATIVE_TAKE(__raddle_do_usleep, microseconds);
  sleep_for(microseconds * UINT64_C(1000));
  return 0;
}

/* Error number. `clock` matters when `from_now` is false. */
static int sleep_until(clockid_t clock, bool from_now, const struct timespec *given) {
  struct timespec t;
  native_read(&t, given, sizeof t);
  if (!clock_is_valid(&t) || t.tv_sec < 0) return EINVAL;
  if (from_now) return sleep_for(clock_length(&t)), 0;
  uint64_t until = clock_deadline(clock, &t), now = clock_now();
  sleep_for(until > now ? until - now : 0);
  return 0;
}

int __raddle_do_nanosleep(const struct timespec *t, struct timespec *left) {
  if (!run_active) return nanosleep(t, left);
  NATIVE_TAKE(__raddle_do_nanosleep, (uint64_t)t, (uint64_t)left);
  int error = sleep_until(CLOCK_REALTIME, true, t);
  if (!error) return 0;
  errno = error;
  return -1;
}

static bool can_sleep_by(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC || clock == CLOCK_BOOTTIME ||
         clock == CLOCK_TAI || clock == CLOCK_PROCESS_CPUTIME_ID;
}

int __raddle_do_clock_nanosleep(clockid_t clock, int flags, const struct timespec *t, struct timespec *left) {
  if (!run_active) return clock_nanosleep(clock, flags, t, left);
  NATIVE_TAKE(__raddle_do_clock_nanosleep, (uint32_t)clock, (uint32_t)flags, (uint64_t)t, (uint64_t)left);
  if (!can_sleep_by(clock)) return EINVAL;
  return sleep_until(clock, !(flags & TIMER_ABSTIME), t);
}

int __raddle_do_thrd_sleep(const struct timespec *t, struct timespec *left) {
  if (!run_active) return thrd_sleep(t, left);
  NATIVE_TAKE(__raddle_do_thrd_sleep, (uint64_t)t, (uint64_t)left);
  return sleep_until(CLOCK_REALTIME, true, t) ? -2 : 0;
}

/* Waiting for nothing: select and poll without descriptors are ways to sleep; without a time
 * they wait for a signal, as pause does, and none comes from outside. */

static enum readiness may_stop_waiting(const struct thread *t) {
  return cancel_is_due(t) || t->posix.handled_signals != t->next.extra ? READY : BLOCKED;
}

/* Timers and child processes may end the waiting. When no other thread can go on, the kernel
 * waits. */
static int wait_for_outside(uint32_t handled) {
  sched_point_until(EV_TAKE, TRACE_WORLD, may_stop_waiting, handled, 0, 0);
  if (cancel_is_due(thread_self())) cancel_now();
  if (thread_self()->posix.handled_signals == handled) pause();
  sched_done(EV_TAKE, TRACE_WORLD, 0, 0);
  errno = EINTR;
  return -1;
}

/* Until a handler has run. */
static int wait_for_signal(void) {
  if (ST->io.has_children) return wait_for_outside(thread_self()->posix.handled_signals);
  sched_point_until(EV_YIELD, 0, may_stop_waiting, thread_self()->posix.handled_signals, 0, 0);
  if (cancel_is_due(thread_self())) cancel_now();
  if (ST->server.role == ROLE_DETACHED) return pause(); /* nobody schedules it */
  sched_done(EV_YIELD, 0, 0, 0);
  errno = EINTR;
  return -1;
}

/* With descriptors they are the library's, and what they wait for a reset cannot undo. */
static void leave_it_to_library(const char *function) {
  outside_fork(function);
  outside_read(function, HOT->site);
}

/* The library reads and writes these bytes. */
static void lend(void *p, size_t size) {
  if (!p) return;
  __raddle_load_opaque_slow(p, 0, size, HOT->site);
  shadow_clear(p, size);
}

int __raddle_do_pause(void) {
  if (!run_active) return pause();
  if (sched_has_threads()) return wait_for_signal();
  leave_it_to_library("pause");
  return pause();
}

struct selected {
  int n;
  fd_set *set[3];
};

static bool is_selected(const void *context) {
  const struct selected *s = context;
  fd_set copy[3], *set[3];
  struct timeval now = {0};
  for (int i = 0; i < 3; i++) {
    set[i] = s->set[i] ? &copy[i] : NULL;
    if (s->set[i]) copy[i] = *s->set[i];
  }
  return select(s->n, set[0], set[1], set[2], &now) != 0;
}

struct polled {
  const struct pollfd *fds;
  nfds_t n;
};

static bool is_polled(const void *context) {
  const struct polled *p = context;
  struct pollfd one;
  for (nfds_t i = 0; i < p->n; i++) {
    one = p->fds[i];
    if (poll(&one, 1, 0)) return true;
  }
  return false;
}

/* t: how long, at most; ours. */
static int select_for(int n, fd_set *const set[3], struct timeval *t, const char *name) {
  leave_it_to_library(name);
  for (int i = 0; i < 3; i++) lend(set[i], sizeof *set[i]);
  const struct selected s = {n, {set[0], set[1], set[2]}};
  struct timeval now = {0};
  io_look(&(struct io_look){is_selected, &s, t != NULL, false}, name);
  bool is_over = sched_has_threads() && (t || is_selected(&s));
  return select(n, set[0], set[1], set[2], is_over ? &now : t);
}

static bool is_bad_time(int n, const struct timeval *t) { return n < 0 || t->tv_sec < 0 || t->tv_usec < 0; }

static int sleep_in_select(int n, const struct timeval *t) {
  if (is_bad_time(n, t)) {
    errno = EINVAL;
    return -1;
  }
  sleep_for((uint64_t)t->tv_sec * CLOCK_SECOND + (uint64_t)t->tv_usec * 1000);
  return 0;
}

int __raddle_do_select(int n, fd_set *read, fd_set *write, fd_set *except, struct timeval *given) {
  if (!run_active) return select(n, read, write, except, given);
  NATIVE_TAKE(__raddle_do_select, (uint32_t)n, (uint64_t)read, (uint64_t)write, (uint64_t)except,
              (uint64_t)given);
  struct timeval t;
  if (given) native_read(&t, given, sizeof t);
  int result;
  if (n > 0 && (read || write || except))
    result = select_for(n, (fd_set *const[3]){read, write, except}, given ? &t : NULL, "select");
  else if (!given)
    return __raddle_do_pause();
  else if (!(result = sleep_in_select(n, &t)))
    t = (struct timeval){0};
  if (given && result >= 0) native_write(given, &t, sizeof t);
  return result;
}

/* Whether a signal that the mask lets through comes meanwhile is not explored. */
static void say_mask(const sigset_t *mask, const char *name) {
  if (mask) record_external(name, HOT->site);
}

int __raddle_do_pselect(int n, fd_set *read, fd_set *write, fd_set *except, const struct timespec *given,
                        const sigset_t *mask) {
  if (!run_active) return pselect(n, read, write, except, given, mask);
  NATIVE_TAKE(__raddle_do_pselect, (uint32_t)n, (uint64_t)read, (uint64_t)write, (uint64_t)except,
              (uint64_t)given, (uint64_t)mask);
  struct timespec exact = {0};
  if (given) native_read(&exact, given, sizeof exact);
  struct timeval t = {exact.tv_sec, exact.tv_nsec / 1000};
  say_mask(mask, "pselect");
  if (n > 0 && (read || write || except))
    return select_for(n, (fd_set *const[3]){read, write, except}, given ? &t : NULL, "pselect");
  return given ? sleep_in_select(n, &t) : __raddle_do_pause();
}

/* milliseconds: -1: for ever. */
static int poll_for(struct pollfd *fds, nfds_t n, int milliseconds, const char *name) {
  if (!n && milliseconds < 0) return __raddle_do_pause();
  if (!n) {
    sleep_for((uint64_t)milliseconds * UINT64_C(1000000));
    return 0;
  }
  leave_it_to_library(name);
  lend(fds, n * sizeof *fds);
  const struct polled p = {fds, n};
  io_look(&(struct io_look){is_polled, &p, milliseconds >= 0, false}, name);
  return poll(fds, n, sched_has_threads() && milliseconds > 0 ? 0 : milliseconds);
}

int __raddle_do_poll(struct pollfd *fds, nfds_t n, int milliseconds) {
  if (!run_active) return poll(fds, n, milliseconds);
  NATIVE_TAKE(__raddle_do_poll, (uint64_t)fds, n, (uint32_t)milliseconds);
  return poll_for(fds, n, milliseconds < 0 ? -1 : milliseconds, "poll");
}

static int milliseconds_of(const struct timespec *given) {
  struct timespec t;
  if (!given) return -1;
  native_read(&t, given, sizeof t);
  uint64_t length = (clock_length(&t) + 999999) / 1000000;
  return length < INT_MAX ? (int)length : INT_MAX;
}

int __raddle_do_sigsuspend(const sigset_t *);

int __raddle_do_ppoll(struct pollfd *fds, nfds_t n, const struct timespec *given, const sigset_t *mask) {
  if (!run_active) return ppoll(fds, n, given, mask);
  NATIVE_TAKE(__raddle_do_ppoll, (uint64_t)fds, n, (uint64_t)given, (uint64_t)mask);
  if (!n && !given && mask) return __raddle_do_sigsuspend(mask);
  say_mask(mask, "ppoll");
  return poll_for(fds, n, milliseconds_of(given), "ppoll");
}

/* An epoll descriptor can itself be polled. */
static int epoll_for(int epoll, struct epoll_event *events, int most, int milliseconds, const char *name) {
  struct pollfd one = {.fd = epoll, .events = POLLIN};
  const struct polled p = {&one, 1};
  leave_it_to_library(name);
  if (most > 0) lend(events, (size_t)most * sizeof *events);
  io_look(&(struct io_look){is_polled, &p, milliseconds >= 0, false}, name);
  return epoll_wait(epoll, events, most, sched_has_threads() && milliseconds > 0 ? 0 : milliseconds);
}

int __raddle_do_epoll_wait(int epoll, struct epoll_event *events, int most, int milliseconds) {
  if (!run_active) return epoll_wait(epoll, events, most, milliseconds);
  NATIVE_TAKE(__raddle_do_epoll_wait, (uint32_t)epoll, (uint64_t)events, (uint32_t)most,
              (uint32_t)milliseconds);
  return epoll_for(epoll, events, most, milliseconds, "epoll_wait");
}

int __raddle_do_epoll_pwait(int epoll, struct epoll_event *events, int most, int milliseconds,
                            const sigset_t *mask) {
  if (!run_active) return epoll_pwait(epoll, events, most, milliseconds, mask);
  NATIVE_TAKE(__raddle_do_epoll_pwait, (uint32_t)epoll, (uint64_t)events, (uint32_t)most,
              (uint32_t)milliseconds, (uint64_t)mask);
  say_mask(mask, "epoll_pwait");
  return epoll_for(epoll, events, most, milliseconds, "epoll_pwait");
}
