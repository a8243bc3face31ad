/* What steps of several operations touch, and how far that is known when two of them change places.
 *
 * Let step `first` come before step `later`, and let them conflict. With the same inputs they conflict the other way round, too. The later
 * step stays as it is up to the first of its operations that reads what the first step wrote: behind that anything may be different. A
 * section that the compiler knows to be the same everywhere (compile/straight.c) stays as it is. */
#ifndef RADDLE_EXPLORE_STRATEGY_DPOR_FOOTPRINT_H
#define RADDLE_EXPLORE_STRATEGY_DPOR_FOOTPRINT_H

#include "explore/strategy/dpor/course.h"

struct contact {
  uint32_t
      sure; /* operations of `later` up to the first that reads what `first` wrote, with that; NONE: it reads nothing of it */
  uint32_t later_fixed; /* decisions of `later` before that operation */
  uint32_t
      first_fixed; /* decisions of `first` without which they might not conflict: behind those they do in any case */
  uint32_t
      first_op; /* number of the first operation of `first` that is in conflict, from 1; NONE: there is none */
};
struct contact footprint_contact(struct course *, uint32_t first, uint32_t later);

/* The number of the first operation of `later` that conflicts with step `first`, from 1; NONE: there is none. */
uint32_t footprint_first(const struct course *, uint32_t first, uint32_t later);

/* Do the first decisions of the step, up to number `offset`, come behind an operation that reads what one of the steps from `from` on wrote? */
bool footprint_is_changed(struct course *, uint32_t step, uint32_t offset, uint32_t from);

/* How many decisions of the step come before its first operation on the object. */
uint32_t footprint_decisions_before(struct course *, uint32_t step, uint64_t object);

/* Adds what comes before the first `sure` operations of the step to the clock. Returns how many of its decisions come before the last operation
 * that adds step `head` or one behind it: without those decisions it might be less. */
uint32_t footprint_join(struct course *, uint32_t step, uint32_t sure, uint32_t head, uint32_t *clock);
/* The same for where the step goes before `head`: without what comes after that. */
void footprint_join_before(struct course *, uint32_t step, uint32_t sure, uint32_t head, uint32_t *clock);

#endif
