/* The causal interference scenario of a bug: what the failure depends on. */
#ifndef RADDLE_DETECT_BUG_SCENARIO_H
#define RADDLE_DETECT_BUG_SCENARIO_H

#include "detect/bug.h"
#include "detect/interference.h"

struct bug_scenario {
  interferences all; /* of the run */
  struct causal_scenario causal;
  vec(uint32_t)
      failed;       /* threads that could not go on: what they depend on is all they did; none for a race */
  bool failed_wait; /* these threads wait for ever */
  uint32_t race[2]; /* its accesses, events; UINT32_MAX: it is no race */
};

/* For detectors: a thread that could not go on; the one that the run ended with. */
void bug_scenario_add_failed(struct bug_scenario *, uint32_t thread);
void bug_scenario_add_failure(struct bug_scenario *, const struct shm *, const struct bug *);

/* Of the run that the mapping holds, which shows the bug. */
void bug_scenario_read(struct bug_scenario *, const struct shm *, const struct bug *);
void bug_scenario_free(struct bug_scenario *);
/* How many interferences the bug needs, as it is shown by this run; or INTERFERENCES_UNKNOWN. */
uint32_t bug_degree(const struct shm *, const struct bug *);

#endif
