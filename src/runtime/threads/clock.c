/* Virtual time.
 *
 * Each thread has a clock, struct thread.clock. It advances when the thread looks at it or
 * sleeps, and takes over the time of whom it waited for. So a thread's time is a function of
 * what it did and of what it saw others do, never of how long anything took. `early` is what
 * passed before the run, in constructors. */
#include "runtime/threads/clock.h"
#include "runtime/state.h"
#include <stdlib.h>

#define TICK (CLOCK_SECOND / 1000)

static uint64_t early;

uint64_t clock_now(void) { return thread_self()->clock; }

uint64_t clock_tick(void) {
  ST->outside.uses++;
  return thread_self()->clock += TICK;
}

/* Where states are compared time stands still until somebody asks for it: what was computed of
 * it may be left on the stack. */
void clock_wait_until(uint64_t time) {
  struct thread *t = thread_self();
  if (livelock_is_sought()) return;
  if (time > t->clock && time != UINT64_MAX) t->clock = time;
}

static bool is_date(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_REALTIME_ALARM ||
         clock == CLOCK_TAI;
}

static int64_t start_of(clockid_t clock) { return is_date(clock) ? CLOCK_START : 0; }

uint64_t clock_length(const struct timespec *t) {
  uint64_t length;
  if (t->tv_sec < 0) return 0;
  if (__builtin_mul_overflow((uint64_t)t->tv_sec, CLOCK_SECOND, &length)) return UINT64_MAX;
  return __builtin_add_overflow(length, (uint64_t)t->tv_nsec, &length) ? UINT64_MAX : length;
}

uint64_t clock_deadline(clockid_t clock, const struct timespec *abs) {
  ST->outside.uses++;
  struct timespec since = {.tv_sec = abs->tv_sec - start_of(clock), .tv_nsec = abs->tv_nsec};
  uint64_t length = clock_length(&since);
  if (length == UINT64_MAX) return length;
  return length > early ? length - early : 0;
}

/* For the library's models. A program that is started by hand gets the real time, but not one
 * that raddle starts and that asks in a constructor. */
static bool is_by_hand(void) {
  static int answer;
  if (!answer) answer = getenv(SHM_ENV) ? 1 : 2;
  return answer == 2;
}

static uint64_t read_real(clockid_t clock) {
  struct timespec t;
  return clock_gettime(clock, &t) ? UINT64_MAX : clock_length(&t);
}

uint64_t __raddle_clock_read(int clock);

static bool is_clock(clockid_t clock) {
  return clock <= CLOCK_TAI; /* negative ones are a process's or thread's */
}

/* The processor's time stamp, as if it counted nanoseconds. */
uint64_t __raddle_cycles(void) {
  if (!run_active && is_by_hand()) return __builtin_ia32_rdtsc();
  return __raddle_clock_read(CLOCK_MONOTONIC);
}

uint64_t __raddle_clock_read(int clock) {
  if (!run_active && is_by_hand()) return read_real(clock);
  if (!is_clock(clock)) return UINT64_MAX;
  uint64_t now = run_active ? early + clock_tick() : (early += TICK);
  return (uint64_t)start_of(clock) * CLOCK_SECOND + now;
}
