/* The history of one run, and which choices of the search brought it about.
 *
 * Consecutive runs have long beginnings in common: course_read keeps those and reads only what is different.
 * Invariant: chunk_of has an entry for each step of the history, flips one for each of its decisions, and ranks one for each thread. */
#ifndef RADDLE_EXPLORE_STRATEGY_DPOR_COURSE_H
#define RADDLE_EXPLORE_STRATEGY_DPOR_COURSE_H

#include "explore/strategy.h"
#include "explore/history/history.h"

#define CHUNK_FLIPPED 16 /* bits of chunk.head_flipped */

/* A chunk is what one choice of the search added to the run: the history of a thread's next step, as far as it was not there
 * yet, then that step, the head. By default the history is empty: `chunks` lists only the others. A history that disables what
 * would be its head has none. */
struct chunk {
  uint32_t start; /* first step of the history */
  uint32_t count; /* steps of the history, at least one */
  uint32_t head;  /* step, or NONE */
  /* What was known when it was found; see decisions.c and footprint.h. */
  uint32_t
      sure; /* so many operations of the last step of the history are as they were behind the head; NONE: all */
  uint32_t kept; /* so many steps of the history had been before the head */
  uint16_t last_fixed,
      head_fixed;        /* so many decisions of the last step and of the head are not flipped here, ... */
  uint16_t head_flipped; /* ... and those of the head that were flipped before, a bit each */
  bool is_late;          /* the last step may read something else than it did, too */
};

/* Which chunk a step belongs to. */
struct chunk_place {
  uint32_t start; /* where the chunk begins: the step itself, by default */
  bool is_head;
};

struct flip {
  bool is_flipped; /* the solver was asked for it: another run goes the other way */
  bool is_moved; /* flipped where the head had another history: here it may not be able to go the other way */
};

/* What was known of the run when it was planned. */
struct expected {
  uint32_t steps; /* the plan's prefix, step 0 included */
  uint32_t known; /* so many of these are known to be ... */
  uint64_t print; /* ... those with this sum of prints */
  uint32_t
      chosen; /* number of the thread that then takes the head's step, if it can; NONE: there is no head to come */
  uint32_t flipped;             /* decision that is new; NONE: there is none */
  uint32_t flipped_step;        /* it belongs to */
  uint8_t taken;                /* its outcome */
  vec(struct chunk) chunks;     /* of the prefix; the head of the last one may be to come */
  vec(uint32_t) flipped_before; /* decisions of the prefix that were flipped */
};

struct course {
  struct history h;
  struct run run;
  const struct thread_name *names;  /* of the threads, by number; NULL: numbers are the same in every run */
  vec(struct chunk_place) chunk_of; /* by step */
  vec(struct flip) flips;           /* by decision */
  vec(struct chunk) chunks;
  vec(uint64_t) ranks; /* by thread number: some order of threads, the same in all runs; 0: not known yet */
  vec(uint32_t) words; /* of an object, for blocking.c */
};

/* The first step that may be new: the last one of a history that was planned, that of a decision that was flipped. */
static inline uint32_t expected_new(const struct expected *x) {
  if (x->flipped != NONE) return x->flipped_step;
  return x->steps > 1 ? x->steps - 1 : x->steps;
}
/* Is the run planned for its last chunk, and not for a decision behind that? */
static inline bool expected_is_of_chunk(const struct expected *x) {
  if (!x->chunks.count) return false;
  const struct chunk *k = &x->chunks.at[x->chunks.count - 1];
  return x->flipped == NONE || (x->flipped_step >= k->start && x->flipped_step <= k->start + k->count);
}

void course_open(struct course *, const struct thread_name *names);
void course_close(struct course *);

bool course_is_sound(const struct course *); /* for `make debug` */

/* Begins to read a run: keeps what is as in the one before. False: it did not go as expected. */
bool course_read(struct course *, const struct run *, const struct expected *);
/* Reads one more step; false: there is none. */
bool course_next(struct course *, const struct expected *);

static inline uint64_t course_rank(const struct course *c, uint32_t slot) {
  return c->ranks.at[c->h.threads.at[slot].number];
}

#endif
