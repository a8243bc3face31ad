/* Giving way: sched_yield and sleeping. Nobody really sleeps: the thread's clock goes on, and the plan may let others run. */
#include "runtime/threads/cancel.h"
#include "runtime/threads/clock.h"
#include "runtime/threads/handle.h"
#include "runtime/threads/native.h"
#include <errno.h>
#include <poll.h>
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

/* Waiting for nothing: select and poll without descriptors are ways to sleep; without a time they wait for a signal, as pause
 * does, and none comes from outside. */

static enum readiness may_stop_waiting(const struct thread *t) {
  return cancel_is_due(t) || t->posix.handled_signals != t->next.extra ? READY : BLOCKED;
}

/* Timers and child processes may end the waiting. When nobody else can go on it is left to the kernel. */
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

int __raddle_do_select(int n, fd_set *read, fd_set *write, fd_set *except, struct timeval *given) {
  if (!run_active) return select(n, read, write, except, given);
  NATIVE_TAKE(__raddle_do_select, (uint32_t)n, (uint64_t)read, (uint64_t)write, (uint64_t)except,
              (uint64_t)given);
  if (n > 0 && (read || write || except)) {
    leave_it_to_library("select");
    lend(read, sizeof *read);
    lend(write, sizeof *write);
    lend(except, sizeof *except);
    lend(given, sizeof *given);
    const struct selected s = {n, {read, write, except}};
    struct timeval now = {0};
    io_look(&(struct io_look){is_selected, &s, given != NULL}, "select");
    bool is_over = sched_has_threads() && (given || is_selected(&s));
    return select(n, read, write, except, is_over ? &now : given);
  }
  if (!given) return __raddle_do_pause();
  struct timeval t;
  native_read(&t, given, sizeof t);
  if (n < 0 || t.tv_sec < 0 || t.tv_usec < 0) {
    errno = EINVAL;
    return -1;
  }
  sleep_for((uint64_t)t.tv_sec * CLOCK_SECOND + (uint64_t)t.tv_usec * 1000);
  t = (struct timeval){0};
  native_write(given, &t, sizeof t);
  return 0;
}

int __raddle_do_poll(struct pollfd *fds, nfds_t n, int milliseconds) {
  if (!run_active) return poll(fds, n, milliseconds);
  NATIVE_TAKE(__raddle_do_poll, (uint64_t)fds, n, (uint32_t)milliseconds);
  if (n) {
    leave_it_to_library("poll");
    lend(fds, n * sizeof *fds);
    const struct polled p = {fds, n};
    io_look(&(struct io_look){is_polled, &p, milliseconds >= 0}, "poll");
    return poll(fds, n, sched_has_threads() && milliseconds > 0 ? 0 : milliseconds);
  }
  if (milliseconds < 0) return __raddle_do_pause();
  sleep_for((uint64_t)milliseconds * UINT64_C(1000000));
  return 0;
}
