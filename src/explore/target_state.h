/* The inside of a target, for the files that make it up: target_process.c, target.c,
 * target_queue.c. */
#ifndef RADDLE_EXPLORE_TARGET_STATE_H
#define RADDLE_EXPLORE_TARGET_STATE_H

#include "base/vec.h"
#include "explore/target.h"
#include "wire/spin.h"
#include <pthread.h>
#include <sys/types.h>

/* A result that was in place, put aside for other runs. */
struct put_aside {
  bool is_full;
  struct trace trace;
  vec(struct event) events;
  vec(uint64_t) enabled;
  vec(struct waiting) waiting;
  vec(struct waiting_stack) waiting_stacks;
  vec(struct input_object) objects;
};

/* Plans that wait lie in the region `packed`, in order; see target_queue.c. */
struct queue {
  struct plan *draft;
  uint32_t at[TARGET_QUEUE_MAX + 1]; /* where each plan begins; at[count]: where there is room */
  uint32_t count;
  uint32_t started;    /* plans handed over so far */
  uint32_t first;      /* of the batch handed over last */
  uint32_t taken;      /* results */
  bool is_outstanding; /* a batch is handed over, and its end was not looked at yet */
  bool has_in_place;   /* the last result is in the ordinary regions, or put aside */
  uint32_t result_at;  /* of the next result that is packed */
  uint64_t cost;       /* of the run taken last */
  struct trace trace;  /* of a packed result */
  struct put_aside aside;
};

/* A run that does not come back from a call. */
struct stuck {
  struct target_call call;
  uint32_t step;
  double since;
};

struct target {
  struct target_options options;
  struct shm *shm;
  int memfd;
  int common_fd;          /* the file with the tables, if it is another target's; else -1 */
  _Atomic pid_t server;   /* 0: none */
  pthread_mutex_t reaped; /* held while a server is killed or its number given back, by whatever thread */
  bool always_fork;
  uint64_t forks;
  struct spin spin;
  const atomic_bool *is_crowded; /* see target_heed_crowd; NULL: never */
  struct queue queue;
  struct stuck stuck;
};

/* ---- target_process.c ---- */

/* Starts a server on the memfd; false and *why if it does not come up. */
bool target_start(struct target *, char **why);
void target_stop(struct target *);
void target_restart(struct target *);
/* Waits until the server has ended. */
void target_wait_for_end(struct target *);
/* False once the server has ended: its process number is free for others then, and `server` is
 * 0. */
bool target_is_alive(struct target *);

/* ---- target.c ---- */

/* Hands over what is in shm->plan, or in shm->batch. */
void target_publish(struct target *);
bool target_is_done(struct target *);
/* Until all is done, or `results` of the batch are; kills a run that takes too long. May return
 * with the server dead. */
void target_wait(struct target *, uint32_t results);
/* A run asked for in `mode` ended, or the server did not survive it: makes it again in a fresh
 * child if it needs that. */
void target_make_sure(struct target *, uint32_t mode, bool survived);
/* target_run without settling. */
void target_run_now(struct target *);

/* ---- target_queue.c ---- */

/* No batch is outstanding afterwards, and the ordinary regions may be overwritten. */
void target_settle(struct target *);
void target_free_queue(struct target *);

#endif
