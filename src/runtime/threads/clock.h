/* Virtual time; see clock.c. Nanoseconds since 2020-01-01 00:00:00 UTC, each thread having its
 * own. */
#ifndef RADDLE_RUNTIME_THREADS_CLOCK_H
#define RADDLE_RUNTIME_THREADS_CLOCK_H

#include "runtime/rt.h"
#include <time.h>

#define CLOCK_SECOND UINT64_C(1000000000)
#define CLOCK_START INT64_C(1577836800) /* seconds from 1970 to 2020 */

/* The running thread's time. A look at the clock lets a millisecond pass, so a program that
 * waits for a time gets there. */
uint64_t clock_now(void) RT(clock_now);
uint64_t clock_tick(void) RT(clock_tick);

/* Is tv_nsec in its range? */
static inline bool clock_is_valid(const struct timespec *t) {
  return t->tv_nsec >= 0 && (uint64_t)t->tv_nsec < CLOCK_SECOND;
}
/* Converts the absolute time of a clock to virtual time: 0 for the past, UINT64_MAX for times
 * too far away. */
uint64_t clock_deadline(clockid_t, const struct timespec *abs) RT(clock_deadline);
uint64_t clock_length(const struct timespec *) RT(clock_length);
/* The running thread has waited until this time: for a time-out, or for an operation of another
 * thread. */
void clock_wait_until(uint64_t) RT(clock_wait_until);

/* For the models in runtime/libc: nanoseconds of a clock, real ones outside a run. -1: there is
 * no such clock. */
uint64_t __raddle_clock_read(int clock);

#endif
