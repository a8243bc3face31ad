/* The history of one run, as a partial order that is built step by step.
 *
 * A step is a visible operation with what is fused to it and with the invisible code up to the
 * thread's next visible operation. Step 0 stands for what comes before the first one. A decision is
 * the outcome of a symbolic condition. Steps and decisions are the elements of their thread,
 * counted from 1; so a clock (how many elements of each thread) names a set of elements that is
 * closed under "comes before". `rows` has the clock of each step: all that is ordered before it,
 * and itself. Threads have slots, in the order in which they were created.
 *
 *     history_begin(h, events, count, threads, path, kept);
 *     while (history_next(h)) { the last step of h->steps is new; h->before is what it conflicts with }
 *
 * Consecutive runs have long beginnings in common: what is kept of the run before is not read
 * again.
 * Invariant: everything held is of the run read last, up to the last step read; what comes after
 * a step, before the next, belongs to it. */
#ifndef RADDLE_EXPLORE_HISTORY_HISTORY_H
#define RADDLE_EXPLORE_HISTORY_HISTORY_H

#include "explore/history/objects.h"
#include "explore/path.h"

#define NONE UINT32_MAX

struct history_step {
  uint32_t slot;     /* of its thread */
  uint32_t index;    /* among the elements of its thread */
  uint32_t event;    /* first one of the step */
  uint32_t previous; /* step of the same thread; 0: none */
  bool is_compound;  /* it has several operations, or one that a decision in it makes another one */
  bool is_straight;  /* an atomic section that is the same wherever it stands */
  bool is_closed;    /* that section has ended */
  uint32_t inside;   /* so many of its decisions have operations behind them, or are bound to one */
  uint64_t print;    /* who, what and where */
};

struct history_decision {
  expr_id cond;
  uint8_t taken, kind;
  bool is_bound; /* it decides what the operation of its step does */
  uint32_t slot, index;
  uint32_t step;  /* it belongs to */
  uint32_t place; /* in the run's path; NONE: repeats a condition */
};

/* A place whose change the next step of a thread waits for. */
struct history_gate {
  uint32_t slot, step, event;
};

struct history_thread {
  uint32_t number;
  uint32_t elements;
  uint32_t last; /* step; 0: none */
  uint32_t born; /* the step in which it was created */
};

/* An operation of an earlier step, and the event of the present one that conflicts with it. */
struct conflict {
  struct op op;
  uint32_t event;
};
typedef vec(struct conflict) conflict_list;

struct history {
  const struct event *events; /* of the run, ghosts included */
  uint32_t event_count;
  const struct path *path; /* of the run */
  uint32_t next_event;
  uint32_t stride;   /* of rows, now and born */
  bool was_compound; /* some step of some run is_compound */
  vec(struct history_step) steps;
  vec(uint32_t) rows;
  vec(uint32_t) now;  /* the clock of each thread */
  vec(uint32_t) born; /* the clock each thread began with */
  vec(struct history_thread) threads;
  vec(struct history_decision) decisions;
  vec(struct history_gate) gates;
  struct objects objects;
  uint32_t *slot_of;    /* by thread number: slot + 1; 0: none */
  uint32_t places;      /* entries of the path that have been met */
  conflict_list before; /* what the step read last conflicts with: of each thread the last operation only */
};

void history_open(struct history *);
void history_close(struct history *);
bool history_is_sound(const struct history *); /* slow: for check() */

/* Can beginnings of the run before be kept, if this one has so many threads? */
static inline bool history_has_room(const struct history *h, uint32_t thread_count) {
  return h->stride && h->stride >= thread_count;
}
/* Begins to read a run. `kept`: its first so many steps are those of the run before, step 0
 * included; 0: nothing is kept. */
void history_begin(struct history *, const struct event *, uint32_t count, uint32_t thread_count,
                   const struct path *, uint32_t kept);
/* Reads one more step; false: there is none. */
bool history_next(struct history *);

/* Who does what where. Values are left out: they may change with the input, and so may the
 * success of a compare-exchange. */
uint64_t history_print(const struct event *);
static inline bool event_is_decision(const struct event *e) { return event_is_path(e) && e->expr; }

/* ---- clocks ---- */

static inline uint32_t *history_clock(const struct history *h, uint32_t step) {
  return h->rows.at + (size_t)step * h->stride;
}
static inline uint32_t *history_now(const struct history *h, uint32_t slot) {
  return h->now.at + (size_t)slot * h->stride;
}
/* What the thread of the slot knew before the step that follows `previous`; 0: before its first
 * one. */
static inline const uint32_t *history_known(const struct history *h, uint32_t slot, uint32_t previous) {
  return previous ? history_clock(h, previous) : h->born.at + (size_t)slot * h->stride;
}
/* Is the step in the set? */
static inline bool clock_has(const struct history *h, const uint32_t *clock, uint32_t step) {
  return clock[h->steps.at[step].slot] >= h->steps.at[step].index;
}
static inline void clock_join(const struct history *h, uint32_t *clock, const uint32_t *other) {
  for (uint32_t i = 0; i < h->threads.count; i++)
    if (clock[i] < other[i]) clock[i] = other[i];
}
/* Adds an operation and what comes before it. */
void clock_join_op(const struct history *, uint32_t *clock, const struct op *);

#endif
