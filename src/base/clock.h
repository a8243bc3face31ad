/* The time, in seconds. Only differences mean something, except for clock_deadline. */
#ifndef RADDLE_BASE_CLOCK_H
#define RADDLE_BASE_CLOCK_H

#include <time.h>

double clock_now(void);
/* A few milliseconds late, and several times cheaper. */
double clock_coarse_now(void);
/* What this process has had of the processors. */
double clock_worked(void);
/* That many seconds from now, for pthread_cond_timedwait and its like. */
struct timespec clock_deadline(double seconds);

#endif
