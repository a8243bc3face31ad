/* Outcomes that an operation has only after something rare that another thread does; see
 * outcomes.c. */
#ifndef RADDLE_EXPLORE_STRATEGY_INTERFERE_OUTCOMES_H
#define RADDLE_EXPLORE_STRATEGY_INTERFERE_OUTCOMES_H

#include "explore/strategy/interfere/extract.h"

/* A node that is new, or was met for the first time. */
void outcomes_note(struct extraction *, struct forest *, uint32_t node);

#endif
