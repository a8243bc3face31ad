/* getenv, and a clock that is the same in every run.
 *
 * The clock starts at 2020-01-01 00:00:00 UTC and advances by a millisecond whenever it is read, and by the time
 * asked for when the program sleeps, which it does not really do. A program that waits for a time to
 * come gets there; one that prints the time prints the same one in every run. */
#define _GNU_SOURCE
#include "model.h"
#include <errno.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#define SECOND INT64_C(1000000000)
#define START INT64_C(1577836800)

static int64_t elapsed; /* nanoseconds since the start */

static int64_t tick(void) { return elapsed += SECOND / 1000; }

char *MODEL(getenv)(const char *name) {
  size_t n = MODEL(strlen)(name);
  if (!environ || n == 0) return NULL;
  for (char **e = environ; *e; e++)
    if (MODEL(strncmp)(*e, name, n) == 0 && (*e)[n] == '=') return *e + n + 1;
  return NULL;
}

char *MODEL(secure_getenv)(const char *name) { return MODEL(getenv)(name); }

static struct timespec now(clockid_t clock) {
  int64_t t = tick();
  bool is_date = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
  return (struct timespec){.tv_sec = t / SECOND + (is_date ? START : 0), .tv_nsec = t % SECOND};
}

int MODEL(clock_gettime)(clockid_t clock, struct timespec *t) {
  *t = now(clock);
  return 0;
}

int MODEL(timespec_get)(struct timespec *t, int base) {
  if (base != TIME_UTC) return 0;
  *t = now(CLOCK_REALTIME);
  return base;
}

int MODEL(gettimeofday)(struct timeval *restrict t, void *restrict zone) {
  struct timespec date = now(CLOCK_REALTIME);
  if (t) *t = (struct timeval){.tv_sec = date.tv_sec, .tv_usec = date.tv_nsec / 1000};
  if (zone) *(struct timezone *)zone = (struct timezone){0};
  return 0;
}

time_t MODEL(time)(time_t *t) {
  time_t seconds = now(CLOCK_REALTIME).tv_sec;
  if (t) *t = seconds;
  return seconds;
}

clock_t MODEL(clock)(void) { return tick() / (SECOND / CLOCKS_PER_SEC); }

clock_t MODEL(times)(struct tms *t) {
  clock_t ticks = tick() / (SECOND / 100);
  if (t) *t = (struct tms){.tms_utime = ticks};
  return ticks;
}

int MODEL(getrusage)(__rusage_who_t who, struct rusage *r) {
  (void)who;
  struct timespec t = now(CLOCK_PROCESS_CPUTIME_ID);
  *r = (struct rusage){.ru_utime = {.tv_sec = t.tv_sec, .tv_usec = t.tv_nsec / 1000}};
  return 0;
}

/* Sleeping. */

unsigned MODEL(sleep)(unsigned seconds) {
  elapsed += seconds * SECOND;
  return 0;
}

int MODEL(usleep)(useconds_t microseconds) {
  elapsed += microseconds * INT64_C(1000);
  return 0;
}

static int sleep_for(const struct timespec *t, struct timespec *left) {
  if (t->tv_sec < 0 || t->tv_nsec < 0 || t->tv_nsec >= SECOND) return EINVAL;
  elapsed += t->tv_sec * SECOND + t->tv_nsec;
  if (left) *left = (struct timespec){0};
  return 0;
}

int MODEL(nanosleep)(const struct timespec *t, struct timespec *left) {
  int error = sleep_for(t, left);
  if (error == 0) return 0;
  errno = error;
  return -1;
}

int MODEL(clock_nanosleep)(clockid_t clock, int flags, const struct timespec *t, struct timespec *left) {
  if (!(flags & TIMER_ABSTIME)) return sleep_for(t, left);
  int64_t start = clock == CLOCK_REALTIME ? START : 0, until = (t->tv_sec - start) * SECOND + t->tv_nsec;
  if (until > elapsed) elapsed = until;
  return 0;
}
