/* Which locks a thread holds at a moment of the run. */
#ifndef RADDLE_DETECT_LOCKS_H
#define RADDLE_DETECT_LOCKS_H

#include "base/vec.h"
#include "detect/place.h"

struct held_lock {
  uint64_t object;
  uint32_t event; /* that took it: LOCK or READ_LOCK */
};

typedef vec(struct held_lock) held_locks;

/* Follows one thread: call it with each of the thread's events in order. */
void locks_follow(held_locks *, const struct event *, uint32_t index);
/* What `thread` holds just before event `at`; to be vec_free'd. */
held_locks locks_at(const struct event *, uint32_t at, uint32_t thread);
/* "m, forks[1]", or "none"; to be freed. */
char *locks_text(const struct places *, const held_locks *);

#endif
