/* Nothing is reported that did not happen twice: what becomes of a run that shows a bug. */
#ifndef RADDLE_CAMPAIGN_CONFIRM_H
#define RADDLE_CAMPAIGN_CONFIRM_H

#include "campaign/options.h"
#include "campaign/desk.h"

struct confirm;
struct confirm *confirm_open(struct desk *, const struct campaign_options *);
void confirm_close(struct confirm *);
/* Looks at a run, the one taken last from the target's queue, by its end and for races; replays
 * what it finds, minimises its schedule and reports it. `degree`: the interferences that it
 * takes, INTERFERENCES_UNKNOWN if the strategy does not know. True if there were replays: the
 * run is no longer in place then. */
bool confirm_run(struct confirm *, const struct view *, uint32_t degree);

#endif
