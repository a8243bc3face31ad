/* Which runs are made once more, with a fair end, to see whether they end at all; see probe.c. */
#ifndef RADDLE_CAMPAIGN_PROBE_H
#define RADDLE_CAMPAIGN_PROBE_H

#include "detect/schedule.h"

struct probe {
  uint64_t runs;   /* with threads, that came to an end */
  uint64_t limits; /* and that did not */
  uint64_t made;
};

/* How often a run, one of many, is to be made again. */
uint32_t probe_due(struct probe *, const struct trace *);
/* A plan for the same inputs that begins as the run did, and goes on fairly. `executed`: the
 * run's schedule, of `steps` steps. */
void probe_plan(struct probe *, struct plan *, const struct schedule *executed, uint32_t steps);

#endif
