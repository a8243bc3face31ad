/* The loop of a worker; see loop.c. */
#ifndef RADDLE_CAMPAIGN_LOOP_H
#define RADDLE_CAMPAIGN_LOOP_H

#include "campaign/worker.h"

/* Before the first turn: runs of an earlier session that were made, but not looked at to the
 * end. */
void loop_begin(struct worker *);
/* One turn: a visit to the crew and a stretch of runs. False: the exploration is over. */
bool loop_turn(struct worker *);
/* After the last turn. */
void loop_end(struct worker *);

#endif
