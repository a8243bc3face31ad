/* Virtual time; see clock.c. Nanoseconds since 2020-01-01 00:00:00 UTC, each thread having its
 * own. */
#ifndef RADDLE_RUNTIME_THREADS_CLOCK_H
#define RADDLE_RUNTIME_THREADS_CLOCK_H

#include "runtime/rt.h"
#include <time.h>

#define CLOCK_SECOND UINT64_C(1000000000)
#define CLOCK_START INT64_C(1577836800) /* seconds from 1970 to 2020 */

/* The running thread's time. Looking at it lets a millisecond pass, so that a program that waits
 * for a time to come gets there. */
uint64_t clock_now(void) RT(clock_now);
uint64_t clock_tick(void) RT(clock_tick);

/* Is this what tv_nsec may be? */
static inline bool clock_is_valid(const struct timespec *t) {
  return t->tv_nsec >= 0 && (uint64_t)t->tv_nsec < CLOCK_SECOND;
}
/* Absolute time of a clock -> virtual time; what is past is 0, what is too far is UINT64_MAX. */
uint64_t clock_deadline(clockid_t, const struct timespec *abs) RT(clock_deadline);
uint64_t clock_length(const struct timespec *) RT(clock_length);
/* The running thread has waited until then (timed out), or for another thread's doing at its
 * time. */
void clock_wait_until(uint64_t) RT(clock_wait_until);

/* For the models in runtime/libc: nanoseconds of a clock, real ones outside a run. -1: there is
 * no such clock. */
uint64_t __raddle_clock_read(int clock);

#endif
