/* What the exploration as a whole left out: noted once, at its end. */
#ifndef RADDLE_CAMPAIGN_VERDICT_H
#define RADDLE_CAMPAIGN_VERDICT_H

#include "campaign/facts.h"

/* What the strategies left out. */
void verdict_note_strategy(struct campaign *);
/* All of it, after an exploration that came to its end. */
void verdict_note_all(struct campaign *);

#endif
