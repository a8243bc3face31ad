/* A worker's desk: what it counts and notices by itself, and its way to the campaign that it shares
 * with others.
 *
 *     struct campaign *c = desk_enter(d);     nobody else is at it now; c->target is ours, what we counted is added
 *     ...
 *     desk_leave(d);
 *
 * Replays and questions to the solver are for outside. */
#ifndef RADDLE_CAMPAIGN_DESK_H
#define RADDLE_CAMPAIGN_DESK_H

#include "campaign/tally.h"
#include <pthread.h>

struct desk {
  struct campaign *campaign;
  pthread_mutex_t *lock;
  struct target *target; /* NULL: none yet */
  struct tally tally;
  struct hints *hints;
};

void desk_open(struct desk *, struct campaign *, pthread_mutex_t *lock, struct target *);
void desk_close(struct desk *);
struct campaign *desk_enter(struct desk *);
void desk_leave(struct desk *);
/* Bugs reported so far. */
size_t desk_bug_count(struct desk *);
/* incomplete_add */
void desk_note(struct desk *, enum incomplete_reason, const char *example);

#endif
