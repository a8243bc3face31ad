/* getenv, and a clock that is the same in every run.
 *
 * The clock starts at 2020-01-01 00:00:00 UTC and advances by a millisecond whenever it is read,
 * and by the time asked for when the program sleeps, which it does not really do
 * (threads/clock.c). A program that waits for a time to come gets there; one that prints the
 * time prints the same one in every run. Started by hand, it has the real time. */
#define _GNU_SOURCE
#include "model.h"
#include <errno.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#define SECOND UINT64_C(1000000000)

uint64_t __raddle_clock_read(int clock); /* of the runtime */

void __raddle_hidden_use(const char *name); /* of the runtime */

char *MODEL(getenv)(const char *name) {
  __raddle_hidden_use("getenv");
  size_t n = MODEL(strlen)(name);
  if (!environ || n == 0) return NULL;
  for (char **e = environ; *e; e++)
    if (MODEL(strncmp)(*e, name, n) == 0 && (*e)[n] == '=') return *e + n + 1;
  return NULL;
}

char *MODEL(secure_getenv)(const char *name) { return MODEL(getenv)(name); }

int MODEL(clock_gettime)(clockid_t clock, struct timespec *t) {
  uint64_t now = __raddle_clock_read(clock);
  if (now == UINT64_MAX) {
    errno = EINVAL;
    return -1;
  }
  *t = (struct timespec){.tv_sec = (time_t)(now / SECOND), .tv_nsec = (long)(now % SECOND)};
  return 0;
}

int MODEL(timespec_get)(struct timespec *t, int base) {
  if (base != TIME_UTC) return 0;
  MODEL(clock_gettime)(CLOCK_REALTIME, t);
  return base;
}

int MODEL(gettimeofday)(struct timeval *restrict t, void *restrict zone) {
  uint64_t now = __raddle_clock_read(CLOCK_REALTIME);
  if (t) *t = (struct timeval){.tv_sec = (time_t)(now / SECOND), .tv_usec = (long)(now % SECOND / 1000)};
  if (zone) *(struct timezone *)zone = (struct timezone){0};
  return 0;
}

time_t MODEL(time)(time_t *t) {
  time_t seconds = (time_t)(__raddle_clock_read(CLOCK_REALTIME) / SECOND);
  if (t) *t = seconds;
  return seconds;
}

clock_t MODEL(clock)(void) {
  return (clock_t)(__raddle_clock_read(CLOCK_PROCESS_CPUTIME_ID) / (SECOND / CLOCKS_PER_SEC));
}

clock_t MODEL(times)(struct tms *t) {
  clock_t ticks = (clock_t)(__raddle_clock_read(CLOCK_PROCESS_CPUTIME_ID) / (SECOND / 100));
  if (t) *t = (struct tms){.tms_utime = ticks};
  return ticks;
}

int MODEL(getrusage)(__rusage_who_t who, struct rusage *r) {
  (void)who;
  uint64_t now = __raddle_clock_read(CLOCK_PROCESS_CPUTIME_ID);
  *r =
      (struct rusage){.ru_utime = {.tv_sec = (time_t)(now / SECOND), .tv_usec = (long)(now % SECOND / 1000)}};
  return 0;
}
