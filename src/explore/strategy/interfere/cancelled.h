/* The two outcomes of each place where a thread can be cancelled; see cancelled.c. */
#ifndef RADDLE_EXPLORE_STRATEGY_INTERFERE_CANCELLED_H
#define RADDLE_EXPLORE_STRATEGY_INTERFERE_CANCELLED_H

#include "explore/strategy/interfere/extract.h"

/* A new CANCEL node: threads that wait can be cancelled from now on. */
void cancelled_note_request(struct extraction *, struct forest *, const struct event *cancel);
/* A new CANCEL_POINT node. `next`: the thread's next event in the run, NULL if there is none. */
void cancelled_note_point(struct extraction *, struct forest *, uint32_t point, const struct event *next);
/* A thread waits behind this node: what it will do then dangles, and what it does if it is
 * cancelled. */
void cancelled_dangle_waiting(struct extraction *, struct forest *, uint32_t node, const struct waiting *,
                              const struct event *operation);

#endif
