/* Threads that wait for ever: who waits for what, held by whom, since where.
 *
 * Reads the `waiting` region of the shared mapping, which belongs to the last run. The threads that matter are those of
 * cycles, where each waits for what the next one holds or for its end; without a cycle those that wait for a lock whose
 * holder has ended; else those that wait for something no waiting thread holds. The others only wait for these. */
#ifndef RADDLE_DETECT_DEADLOCK_H
#define RADDLE_DETECT_DEADLOCK_H

#include "detect/place.h"

/* Same for deadlocks that have the same set of waiting sites. */
uint64_t deadlock_identity(const struct trace *, const struct shm *);
/* The first of the places where the threads that matter wait, by file and line. */
struct place deadlock_place(const struct places *, const struct trace *);
/* All of these places, sorted: "f.c:12 f.c:20". To be freed. */
char *deadlock_waits(const struct places *, const struct trace *);
/* "thread 1 waits for the lock m at f.c:12, held by thread 2 since f.c:20; thread 2 waits ...". To be freed. */
char *deadlock_text(const struct places *, const struct trace *);

#endif
