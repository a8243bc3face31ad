/* Threads that wait for ever: who waits for what, held by whom, since where.
 *
 * Reads the regions `waiting` and `waiting_stack` of the shared mapping, which belong to the last
 * run. The threads that matter are those of cycles, where each waits for what the next one holds or
 * for its end; without a cycle those that wait for a lock whose holder has ended; else those that
 * wait for something no waiting thread holds. The others only wait for these.
 *
 * Two deadlocks are the same bug when the threads of a cycle, or such a thread alone, wait at
 * the same places for the same objects. Which thread does so does not matter, nor which element
 * of an array the object is, nor the place of a join: that of main is an accident. A run with
 * several cycles shows the first of them, by what tells them apart. */
#ifndef RADDLE_DETECT_DEADLOCK_H
#define RADDLE_DETECT_DEADLOCK_H

#include "detect/place.h"

/* Differs between distinct deadlocks; cheap, and finer than deadlock_cycle. */
uint64_t deadlock_identity(const struct trace *, const struct shm *);
/* What tells deadlocks apart: "fork[] at f.c:20, join, m at f.c:12", sorted. To be freed. */
char *deadlock_cycle(const struct places *, const struct trace *);
/* The first of the places where the threads that matter wait, by file and line, joins last;
 * *thread: who waits there. */
struct place deadlock_place(const struct places *, const struct trace *, uint32_t *thread);

/* "thread 1 waits for the lock m at f.c:12, held by thread 2 since f.c:20; thread 2 waits ...".
 * To be freed. */
char *deadlock_text(const struct places *, const struct trace *);
/* "waits for the lock m, held by thread 2 since f.c:20" of one waiting thread, for whom the
 * place is known. */
void deadlock_print_wait(FILE *, const struct places *, const struct trace *, const struct waiting *);
/* The stack of every waiting thread, below a line that says what it waits for. To be freed. */
char *deadlock_stacks(const struct places *, const struct trace *);

#endif
