/* One campaign: the loop that runs plans until the budget or the strategy is exhausted. */
#ifndef RADDLE_CLI_CAMPAIGN_H
#define RADDLE_CLI_CAMPAIGN_H

#include "cli/options.h"

/* Tests `program` (an instrumented executable) with these arguments (argv[1..], NULL-terminated); the
 * output directory o->report.out exists already. is_compiled: from o->what, just now. Returns the exit code of `raddle test`. */
int campaign_run(const struct options *o, const char *program, bool is_compiled, char **program_args);

#endif
