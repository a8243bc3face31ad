/* A campaign: one exploration of one program, from its opening to its end. This is what the tree
 * has beside the header for everybody (include/raddle/campaign.h): whoever includes this one
 * sees the facts, too. */
#ifndef RADDLE_CAMPAIGN_CAMPAIGN_H
#define RADDLE_CAMPAIGN_CAMPAIGN_H

#include "campaign/facts.h"
#include <raddle/campaign.h>

/* campaign_open for programs of this tree, with all that an observer is told. */
struct campaign *campaign_open_observed(const struct campaign_options *, const struct campaign_observer *,
                                        char **why);
/* A campaign that was stopped before the program could be started; `why` says during what. */
struct campaign *campaign_open_stopped(const struct campaign_options *o, const struct campaign_observer *,
                                       const char *why);
/* Nobody changes the facts until campaign_leave. For whoever is not a worker, and not in a
 * function of the observer. */
void campaign_enter(struct campaign *);
void campaign_leave(struct campaign *);
/* Ends the processes of the program, and nothing else: for a process that is about to end
 * itself. */
void campaign_kill(struct campaign *);

#endif
