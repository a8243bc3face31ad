/* One campaign: the loop that runs plans until the budget or the strategy is exhausted. */
#ifndef RADDLE_CAMPAIGN_CAMPAIGN_H
#define RADDLE_CAMPAIGN_CAMPAIGN_H

#include "campaign/facts.h"

/* From here on SIGINT and SIGTERM set the stop token. */
void campaign_catch_stop(void);
/* The token was set before there was a run; `why` says during what. Writes the reports all the same; returns the exit code. */
int campaign_end_early(const struct campaign_options *, const struct report_options *, const char *why);
/* Tests o->binary; the output directory o->out exists already. Returns the exit code of `raddle test`. */
int campaign_run(const struct campaign_options *o, const struct report_options *);

#endif
