/* The inside of a crew, for the files that make it up: crew.c (life and visits), crew_work.c
 * (who has what to do), crew_save.c.
 *
 * Invariants, whenever nobody holds the lock: `working` counts the workers with has_work;
 * `reserved` is the sum of their `allowed` runs; `hungry` is how many parts are wanted. `root`
 * is the worker that is to begin the exploration; NULL: it has begun. A worker with another
 * exploration than the crew's has not noticed yet that it was started over. While the state is
 * to be saved, workers that have work stop at their next visit; the last one to come writes it
 * down. Nobody gets work meanwhile, so what they and `parts` hold is all that is left. */
#ifndef RADDLE_CAMPAIGN_CREW_INSIDE_H
#define RADDLE_CAMPAIGN_CREW_INSIDE_H

#include "campaign/crew.h"
#include "explore/class_pool.h"
#include <stdatomic.h>

struct crew {
  struct campaign *campaign;
  const struct campaign_options *options;
  struct target_options target_options;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  struct worker *workers;
  unsigned count;
  pthread_t *threads; /* of the workers but the first; NULL: the exploration has not begun */

  struct exploration exploration;
  struct worker *root;
  unsigned working;
  atomic_int hungry;
  atomic_bool is_crowded;       /* see crew_is_crowded */
  vec(struct subproblem) parts; /* given, not taken yet */
  uint64_t reserved;
  bool is_over;
  bool was_given_up;              /* a strategy stopped, or has no room: nobody knows what is left */
  bool is_noted;                  /* why it was stopped is among the reasons */
  vec(struct class_pool *) pools; /* of all explorations: somebody may still be in an old one */
  struct smt_counts counts;

  vec(struct packed_plan *) again; /* runs that were made, but not looked at to the end */
  bool is_saving;
  unsigned stopped;                        /* workers with work that wait for the save */
  double save_began, save_took, next_save; /* save_took: the longest one so far, in seconds */
};

/* All with the lock held. */

#define CREW_SAVE_PERIOD 2.0 /* seconds between two saves at least */

/* Until something changes, and not for long: Ctrl-C and the clock wake nobody up. */
void crew_wait(struct crew *);

/* ---- crew_work.c ---- */

/* An exploration begins: classes of its own. */
void crew_new_pool(struct crew *);
void crew_drop_parts(struct crew *);
/* Gives the worker something to do, and runs that it may make. False: there is nothing at the
 * moment. */
bool crew_is_ready(struct crew *, struct worker *);
/* The runs that it did not make. */
void crew_give_back(struct crew *, struct worker *);
/* The worker has nothing left. */
void crew_lay_down(struct crew *, struct worker *);
/* The checker: are `working` and `reserved` what the workers say? */
bool crew_is_sound(const struct crew *);
/* Nobody has anything to do, and there are no parts. */
bool crew_is_exhausted(const struct crew *);

/* ---- crew_save.c ---- */

/* If it is time. */
void crew_begin_save(struct crew *);
/* Waits until the state is saved; the last worker to come saves it. */
void crew_stop_for_save(struct crew *, struct worker *);

#endif
