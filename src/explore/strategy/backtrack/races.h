/* Which steps of a run could have been made in another order.
 *
 * A race is a step and a later operation of another thread, made or still waited for, that
 * conflicts with it and does not come after it for another reason: the step could be put off
 * until the other operation is done. For an operation that waits as long as it has to that is
 * any conflicting step which may have kept it waiting; a step that only let it go on (the unlock
 * before a lock) cannot be put off, so the race of two critical sections is between their locks. */
#ifndef RADDLE_EXPLORE_STRATEGY_BACKTRACK_RACES_H
#define RADDLE_EXPLORE_STRATEGY_BACKTRACK_RACES_H

#include "explore/strategy/backtrack/steps.h"

enum race_rule {
  RACE_IMMEDIATE, /* nothing is ordered between the two (Sen and Agha) */
  RACE_LAST, /* whenever a thread is about to do the operation, the last step that it races with (Flanagan, Godefroid) */
};

struct race {
  uint32_t step;                /* that could be put off */
  const struct run_step *other; /* the operation it races with */
  uint32_t before;              /* the steps there were when that was done; all, if it never was */
};
typedef void race_found(void *, const struct race *);

/* Finds races whose operation is step `from` or a later one, up to step `until`, where the run
 * is cut off; what threads that could not go on there did later, or never, is still waited for. */
void races_find(const struct steps *, uint32_t from, uint32_t until, enum race_rule, race_found *, void *);

#endif
