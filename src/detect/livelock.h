/* Threads that repeat the same steps for ever: which steps, and who waits meanwhile.
 *
 * A round is the run's events from trace.cycle_event on; region `waiting` has the threads that
 * take part (goes_round) beside those that wait. Two livelocks are the same bug when the first
 * place of their rounds, by the number of its site, is the same. */
#ifndef RADDLE_DETECT_LIVELOCK_H
#define RADDLE_DETECT_LIVELOCK_H

#include "detect/place.h"

/* "threads 1 and 2 repeat 8 steps for ever, ...: thread 1 at f.c:12, f.c:14; thread 2 at ...;
 * thread 0 waits ...". To be freed. */
char *livelock_text(const struct places *, const struct trace *);
/* The place that names it; *thread: who comes there. */
struct place livelock_place(const struct places *, const struct trace *, uint32_t *thread);
/* The stack of every thread, below a line that says what it does. To be freed. */
char *livelock_stacks(const struct places *, const struct trace *);

#endif
