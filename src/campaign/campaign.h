/* One campaign: the loop that runs plans until the budget or the strategy is exhausted. */
#ifndef RADDLE_CAMPAIGN_CAMPAIGN_H
#define RADDLE_CAMPAIGN_CAMPAIGN_H

#include "cli/options.h"

/* From here on SIGINT and SIGTERM set the stop token. */
void campaign_catch_stop(void);
/* The token was set before there was a run; `why` says during what. Writes the reports all the same; returns the exit code. */
int campaign_end_early(const struct options *o, double began, const char *why);
/* Tests `program` (an instrumented executable) with these arguments (argv[1..], NULL-terminated); the
 * output directory o->report.out exists already. is_compiled: from o->what, just now.
 * --max-time counts from `began` (CLOCK_MONOTONIC seconds). Returns the exit code of `raddle test`. */
int campaign_run(const struct options *o, const char *program, bool is_compiled, char **program_args,
                 double began);

#endif
