/* Operations that wait: when could they have gone on? */
#ifndef RADDLE_EXPLORE_STRATEGY_DPOR_BLOCKING_H
#define RADDLE_EXPLORE_STRATEGY_DPOR_BLOCKING_H

#include "explore/strategy/dpor/course.h"

/* `step` conflicts with an earlier operation: could it have gone before that one, as far as the object is concerned? */
bool blocking_may_precede(struct course *, const struct conflict *, uint32_t step);

/* An operation that waits as long as it has to. */
struct pending {
  uint32_t slot;
  uint32_t kind; /* enum event_kind */
  uint64_t object;
  uint32_t until;        /* the step in which it goes on; the number of steps, if it never does */
  uint32_t announced;    /* the last step before its announcement */
  const uint32_t *known; /* what comes before its announcement */
};

/* Was the cancellation asked for, by this flag, before step `until`? */
bool blocking_was_requested(struct course *, uint64_t flag, uint32_t until);

/* Finds the steps that would disable it: before them it could go on, behind them it could not. Only those that need not come
 * before it. */
void blocking_find(struct course *, const struct pending *, void (*found)(void *, uint32_t step), void *);

/* Of a lock: could it go on if only what lies before step `head` had happened, and what is in the set? */
bool blocking_lets(struct course *, const struct pending *, uint32_t head, const uint32_t *clock);

/* How it touches its object. */
enum effect blocking_effect(uint32_t kind);

#endif
