#include "base/clock.h"

#define NANO 1000000000l

static double seconds_of(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double clock_now(void) { return seconds_of(CLOCK_MONOTONIC); }
double clock_worked(void) { return seconds_of(CLOCK_PROCESS_CPUTIME_ID); }
double clock_coarse_now(void) { return seconds_of(CLOCK_MONOTONIC_COARSE); }

struct timespec clock_deadline(double seconds) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  t.tv_sec += (time_t)seconds;
  t.tv_nsec += (long)((seconds - (double)(time_t)seconds) * (double)NANO);
  if (t.tv_nsec >= NANO) t.tv_sec++, t.tv_nsec -= NANO;
  return t;
}
