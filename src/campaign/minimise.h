/* Fewer context switches for a run that shows something. */
#ifndef RADDLE_CAMPAIGN_MINIMISE_H
#define RADDLE_CAMPAIGN_MINIMISE_H

#include "explore/target.h"
#include "detect/schedule.h"

/* Does the run that the mapping holds show it too? */
typedef bool minimise_test(void *context);

/* Changes `schedule`, the whole schedule of a run, as long as the runs it makes pass the test,
 * at most `tries` of them and for a few seconds. The target's plan says everything but the
 * schedule. Returns the number of runs made. */
uint32_t minimise_schedule(struct target *, struct schedule *, minimise_test *, void *context,
                           uint32_t tries);
/* The plan's schedule is this one, then run-to-block; false if it is too long for a plan. */
bool plan_set_schedule(struct plan *, const struct plan_run *, size_t count);

#endif
