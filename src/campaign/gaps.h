/* What a run leaves out, and what is wrong with what it tells: reasons why the exploration is
 * not complete. */
#ifndef RADDLE_CAMPAIGN_GAPS_H
#define RADDLE_CAMPAIGN_GAPS_H

#include "campaign/worker.h"

/* --verify: every condition and observation, evaluated on the inputs, is what the program
 * computed. */
void gaps_verify(struct worker *, const struct run *);
/* The run was cut short, or ended where nobody wants to hear of it. */
void gaps_note(struct worker *, const struct trace *);
/* The campaign was to end, and a run would not: it waited in the kernel. */
void gaps_note_stuck(struct worker *);

#endif
