/* Nothing is reported that did not happen twice: what becomes of a run that shows a bug. */
#ifndef RADDLE_CLI_CONFIRM_H
#define RADDLE_CLI_CONFIRM_H

#include "cli/options.h"

struct confirm;
/* Sets campaign->hints. */
struct confirm *confirm_open(struct campaign *, const struct options *, struct target *);
void confirm_close(struct confirm *);
/* Looks at the run just made, by its end and for races; replays what it finds, minimises its schedule and reports it. The
 * replays overwrite the trace in the shared mapping; the plan is left as it was. */
void confirm_run(struct confirm *);

#endif
