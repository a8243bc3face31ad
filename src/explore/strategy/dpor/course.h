/* The course of one run, as a partial order that is built step by step.
 *
 * A step is a visible operation with what is fused to it and with the invisible code up to the thread's next visible
 * operation. Step 0 stands for what comes before the first one. A decision is the outcome of a symbolic condition. Steps and
 * decisions are the elements of their thread, counted from 1; so a clock (how many elements of each thread) names a
 * set of elements that is closed under "comes before". `rows` has the clock of each step: all that is ordered before it, and itself.
 *
 * Consecutive runs have long beginnings in common: course_read keeps those and reads only what is different.
 * Invariant: everything held is of the run read last, up to the last step read; what comes after a step, before the
 * next, belongs to it. */
#ifndef RADDLE_EXPLORE_STRATEGY_DPOR_COURSE_H
#define RADDLE_EXPLORE_STRATEGY_DPOR_COURSE_H

#include "explore/strategy.h"
#include "explore/history/objects.h"

#define NONE UINT32_MAX
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

struct dpor_step {
  uint32_t slot;     /* of its thread */
  uint32_t index;    /* among the elements of its thread */
  uint32_t event;    /* first one of the step */
  uint32_t previous; /* step of the same thread; 0: none */
  uint32_t start;    /* where its chunk begins: the step itself, by default */
  bool is_head;
  bool is_compound; /* it has several operations, or one that a decision in it makes another one */
  bool is_straight; /* an atomic section that is the same wherever it stands */
  bool is_closed;   /* that section has ended */
  uint32_t inside;  /* so many of its decisions have operations behind them, or are bound to one */
  uint64_t print;   /* who, what and where */
};

struct decision {
  expr_id cond;
  uint8_t taken, kind;
  bool is_flipped; /* the solver was asked for it: another run goes the other way */
  bool is_moved; /* flipped where the head had another history: here it may not be able to go the other way */
  bool is_bound; /* it decides what the operation of its step does */
  uint32_t slot, index;
  uint32_t step;  /* it belongs to */
  uint32_t place; /* in the run's path; NONE: repeats a condition */
};

/* A place whose change the next step of a thread waits for. */
struct gate {
  uint32_t slot, step, event;
};

struct dpor_thread {
  uint32_t number;
  uint32_t elements;
  uint32_t last; /* step; 0: none */
  uint32_t born; /* the step in which it was created */
  uint64_t rank; /* some order of threads, the same in all runs */
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

/* An operation of an earlier step, and the event of the present one that conflicts with it. */
struct conflict {
  struct op op;
  uint32_t event;
};

typedef vec(struct conflict) conflict_list;

struct course {
  const struct thread_name *names; /* of the threads, by number; NULL: numbers are the same in every run */
  struct run run;
  uint32_t event_count; /* ghosts included */
  uint32_t next_event;
  uint32_t stride;   /* of rows, now and born */
  bool was_compound; /* some step of some run is_compound */
  vec(struct dpor_step) steps;
  vec(uint32_t) rows;
  vec(uint32_t) now;  /* the clock of each thread */
  vec(uint32_t) born; /* the clock each thread began with */
  vec(struct dpor_thread) threads;
  vec(struct decision) decisions;
  vec(struct gate) gates;
  vec(struct chunk) chunks;
  struct objects objects;
  uint32_t *slot_of;    /* by thread number: slot + 1; 0: none */
  uint32_t places;      /* entries of the path that have been met */
  conflict_list before; /* what the step read last conflicts with: of each thread the last operation only */
  vec(uint64_t) ranks;  /* by thread number; 0: not known yet */
  vec(uint32_t) words;  /* of an object, for blocking.c */
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

static inline uint32_t *course_clock(const struct course *c, uint32_t step) {
  return c->rows.at + (size_t)step * c->stride;
}
static inline uint32_t *course_now(const struct course *c, uint32_t slot) {
  return c->now.at + (size_t)slot * c->stride;
}
/* Is the step in the set? */
static inline bool clock_has(const struct course *c, const uint32_t *clock, uint32_t step) {
  return clock[c->steps.at[step].slot] >= c->steps.at[step].index;
}
static inline void clock_join(const struct course *c, uint32_t *clock, const uint32_t *other) {
  for (uint32_t i = 0; i < c->threads.count; i++)
    if (clock[i] < other[i]) clock[i] = other[i];
}
/* Adds an operation and what comes before it. */
void clock_join_op(const struct course *, uint32_t *clock, const struct op *);
#endif
