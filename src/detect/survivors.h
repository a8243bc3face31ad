/* What of a run could have happened without the failure that ended it.
 *
 * A run that was planned with PLAN_GO_ON shows behind its end what the other threads would still
 * do (its ghosts). Take away from the whole each step in which a thread failed, and whatever
 * comes after such a step in the partial order: what is left happens in some run, all of it,
 * just before the failures. Then one of the failing steps may happen, unless it comes after
 * another. So races among what is left, or with one of these, are as real as any. */
#ifndef RADDLE_DETECT_SURVIVORS_H
#define RADDLE_DETECT_SURVIVORS_H

#include "base/vec.h"
#include "detect/blocks.h"
#include "detect/steps.h"

struct failure {
  uint32_t step;    /* its event */
  uint32_t stopped; /* the note that the thread has failed */
};

struct survivors {
  vec(struct event) events; /* what is left, then the failing steps; no two of these conflict */
  uint32_t left_count;      /* how many of the events are before the failing steps */
  struct step_list steps;   /* the schedule of what is left */
  /* scratch: */
  struct step_list with_failure;
  struct order *order;
  struct blocks blocks;
  vec(struct failure) failures;
};

/* To be begun with zeros; replaces what it holds. False if the ghosts add nothing to the run. */
bool survivors_read(struct survivors *, const struct trace *, const struct event *);
/* The schedule of a run in which the event, one of `events`, happens, and all that is left.
 * Valid until the next call. */
const struct step_list *survivors_steps(struct survivors *, uint32_t event);
void survivors_free(struct survivors *);

#endif
