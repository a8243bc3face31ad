/* The counts that sem_getvalue may tell; see counts.c. */
#ifndef RADDLE_EXPLORE_STRATEGY_INTERFERE_COUNTS_H
#define RADDLE_EXPLORE_STRATEGY_INTERFERE_COUNTS_H

#include "explore/strategy/interfere/extract.h"

/* A SEM_VALUE node that a run has shown for the first time: the other counts dangle. */
void counts_note(struct extraction *, struct forest *, uint32_t node);

#endif
