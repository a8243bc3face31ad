/* Several workers on one exploration (`--jobs`), or one.
 *
 * The first worker begins. One that has nothing to do is given a part by one that has:
 * strategies that can, `give` and `take` (explore/strategy.h). Instances of a random strategy
 * begin all at once, each with its own numbers. The exploration is complete when nobody has
 * anything left. When a run of any worker finds shared memory that was not known, all of them
 * drop what they have, and the one that found it begins again.
 *
 * The targets share their tables (wire/shm.h), so that threads, inputs and addresses are the
 * same for all workers. */
#ifndef RADDLE_CAMPAIGN_CREW_H
#define RADDLE_CAMPAIGN_CREW_H

#include "campaign/worker.h"

/* `target` is the first worker's; the others open their own as they need them. */
struct crew *crew_open(struct campaign *, const struct campaign_options *, const struct target_options *,
                       struct target *target);
/* One turn of the first worker; the others are started by the first step and go on by
 * themselves. False: the exploration is over. */
bool crew_step(struct crew *);
/* After the last step: waits for the others, sums up and saves. */
void crew_end(struct crew *);
/* After ledger_open, of a campaign that is resumed: with what is left of its exploration. */
void crew_resume(struct crew *);
/* Writes the state to the database; to be called while nobody explores. */
void crew_save(struct crew *);
void crew_close(struct crew *);

struct campaign *crew_campaign(struct crew *);
/* For whoever is not a worker: the lock is held in between, and the facts are summed up. */
void crew_enter(struct crew *);
void crew_leave(struct crew *);
/* Of all workers, into the campaign; with the lock held while somebody explores. */
void crew_sum_up(struct crew *);
/* Ends all processes of the targets. */
void crew_kill(struct crew *);
/* If the campaign was stopped: names that in the verdict. With the lock held. */
void crew_note_stop(struct crew *);
/* What is to be said beside the reason. With the lock held. */
void crew_note_example(struct crew *, const char *example);

/* ---- for the workers ---- */

#define CREW_ALLOWED TARGET_QUEUE_MAX /* runs between two visits */

const struct target_options *crew_target_options(const struct crew *);
/* Set while the workers at work, and their targets, are more than the processors. */
const atomic_bool *crew_is_crowded(const struct crew *);
/* Is the exploration that the worker takes part in given up? */
bool crew_has_moved_on(struct crew *, struct worker *);
/* Between two stretches of runs: says what to do next, waiting if need be. False: it is over. */
bool crew_visit(struct crew *, struct worker *);
/* The worker's strategy has no plan to propose: why. */
void crew_used_up(struct crew *, struct worker *, enum proposal);
/* If somebody has nothing to do: gives a part of what is left. */
void crew_share(struct crew *, struct worker *);
/* The run of the target's plan was learnt from, but not looked at to the end: to be shown again
 * when the campaign is resumed. */
void crew_keep_plan(struct crew *, struct worker *);
/* One of these becomes the target's draft; false: there is none. */
bool crew_take_plan(struct crew *, struct worker *);
/* The exploration goes on with the strategy that the worker has chosen. */
void crew_turn_to(struct crew *, struct worker *);
/* Begins again if there is more visible memory than the exploration knows, or if it must anyway. */
void crew_start_over(struct crew *, struct worker *, bool must);

#endif
