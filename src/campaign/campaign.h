/* A campaign: one exploration of one program, from its opening to its end.
 *
 *     struct campaign *c = campaign_open(&options, &observer, &why);
 *     while (campaign_step(c) == CAMPAIGN_GOES_ON) continue;
 *     campaign_close(c);
 *
 * There may be several in one process, one after the other or side by side, each in a thread of its own. The thread that opened one
 * must live as long as the campaign: the program under test ends with it. */
#ifndef RADDLE_CAMPAIGN_CAMPAIGN_H
#define RADDLE_CAMPAIGN_CAMPAIGN_H

#include "campaign/facts.h"

enum campaign_state {
  CAMPAIGN_GOES_ON,
  CAMPAIGN_DONE,    /* nothing is left to explore */
  CAMPAIGN_STOPPED, /* by a limit, at the first bug, or because somebody asked for it */
};

/* Starts the program o->binary. The options are settled; they and what they point to outlive the campaign. NULL, and a sentence (to be
 * freed) in *why, if the program cannot run or o->out not be used. If a limit is reached before the program has started, that is a campaign
 * without runs. */
struct campaign *campaign_open(const struct campaign_options *o, const struct campaign_observer *,
                               char **why);
/* A campaign that was stopped before the program could be started; `why` says during what. */
struct campaign *campaign_open_stopped(const struct campaign_options *o, const struct campaign_observer *,
                                       const char *why);
/* Explores for a moment (with --jobs, the other workers go on between two steps). The last step, the one that does not return
 * CAMPAIGN_GOES_ON, makes the facts final and tells the observer; those after it do nothing. */
enum campaign_state campaign_step(struct campaign *);
/* To be asked for an end: the next step is the last one. For another thread, or a signal handler. */
void campaign_stop(struct campaign *);
/* Ends the processes of the program, and nothing else: for a process that is about to end itself. */
void campaign_kill(struct campaign *);
void campaign_close(struct campaign *);

#endif
