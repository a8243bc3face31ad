/* Failures that an earlier failure of another thread hid.
 *
 * When a thread fails the run is over, but it goes on as a ghost (PLAN_GO_ON) to show what the
 * others would do. One of these may fail as well; if it does not come after the first failure,
 * there is a run of the same class in which it fails first: the steps that come before it, then
 * the others. Such runs are made to show the failure. One is enough for all with the same steps
 * before the same failure; but where the first failure was that of an assumption, the run does
 * not count, and the one made here counts instead. */
#ifndef RADDLE_EXPLORE_STRATEGY_BACKTRACK_HIDDEN_H
#define RADDLE_EXPLORE_STRATEGY_BACKTRACK_HIDDEN_H

#include "explore/classes.h"
#include "explore/strategy/backtrack/steps.h"

struct hidden_run {
  vec(struct plan_run) schedule;
  struct input input;
};

struct hidden {
  struct classes seen;
  struct order *order; /* of the steps before a failure */
  vec(struct event) events;
  vec(struct hidden_run) runs;
  uint64_t too_long; /* runs that no plan can hold */
};

void hidden_open(struct hidden *);
void hidden_close(struct hidden *);

/* Files what the run's ghosts show. */
void hidden_find(struct hidden *, const struct run *, const struct steps *);
/* Takes one out: its schedule and its input go into the plan. */
bool hidden_next(struct hidden *, struct plan *);

#endif
