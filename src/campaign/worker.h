/* A worker explores: it has a target, a solver, an instance of the strategy, and a desk for what
 * it finds (campaign/desk.h). A crew (campaign/crew.h) tells it what to explore, and when to
 * stop. */
#ifndef RADDLE_CAMPAIGN_WORKER_H
#define RADDLE_CAMPAIGN_WORKER_H

#include "campaign/confirm.h"
#include "campaign/options.h"
#include "explore/eval.h"

struct crew;

/* What all workers of a crew agree on until it starts over. */
struct exploration {
  const struct strategy_vtable *chosen;
  uint64_t number;         /* the campaign's restarts */
  uint32_t visible_count;  /* visible objects that are in force */
  struct class_pool *pool; /* NULL: there is one worker */
};

struct worker {
  struct crew *crew;
  const struct campaign_options *options;
  const struct stop *stop; /* the campaign's */
  unsigned number;
  struct desk desk;

  /* Opened when there is something to do. */
  struct target *target;
  _Atomic(struct target *) shown_target; /* the same, for the guard (campaign/guard.h) */
  struct smt *smt;
  struct eval *eval; /* --verify only */
  struct path_builder *builder;
  struct order *order;
  struct confirm *confirm;
  struct expr_store store;

  struct exploration exploration;
  void *strategy;                      /* NULL: nothing of this exploration yet */
  uint32_t batch;                      /* plans that are asked for at once */
  bool has_draft;                      /* a plan that the queue had no room for */
  uint64_t runs;                       /* so far */
  uint64_t made;                       /* of these, since the last visit to the crew */
  bool is_covered;                     /* --until-covered: there is to be an end */
  uint32_t branches, branches_covered; /* after the last run that covered something new */
  struct path path;
  struct input input;

  /* The crew's: changed while its lock is held. */
  bool has_work; /* given to it, and not used up */
  bool has_part; /* it is still to be taken */
  struct subproblem part;
  uint64_t allowed; /* runs it may make before it visits the crew */
  struct strategy_stats stats;
  _Alignas(uint64_t) unsigned char figures[STRATEGY_FIGURES_SIZE]; /* a copy of those of `stats` */
  struct smt_counts counts;
  uint64_t forks;
  bool took_part;
};

/* The desk's target is that of the first worker until this one has its own. `target` may be
 * NULL. */
void worker_open(struct worker *, struct crew *, const struct campaign_options *, struct campaign *,
                 pthread_mutex_t *lock, struct target *target);
void worker_close(struct worker *);
/* What was learnt in another one is forgotten. With the crew's lock held. */
void worker_join(struct worker *, const struct exploration *);
/* Refreshes stats, counts, forks and took_part. */
void worker_count(struct worker *);

/* ---- steps of the loop (campaign/loop.c) ---- */

/* What the crew wants done. False: there is to be an end, and the work is left undone. */
bool worker_take_up(struct worker *);
/* Fills the queue, if it is empty, with as many plans as are due; else says why there is not
 * one. */
enum proposal worker_propose(struct worker *);
struct run worker_read_run(struct worker *, const struct view *);
/* The choice of the strategy is ours, and the present one is for programs without threads. */
bool worker_may_choose(const struct worker *);
/* The program has threads: from now on their schedules are explored. The first run was made as
 * the strategy for threads wants it (worker_propose), so it need not be made again. True if it
 * is too late for that. */
bool worker_turn_to_threads(struct worker *);
/* There is more visible memory than the exploration knows of. */
bool worker_has_found_shared(const struct worker *);

#endif
