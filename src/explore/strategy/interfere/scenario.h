/* An interference scenario (definition 5.2 of con2colic) laid out for its two checks, data.c and
 * temporal.c.
 *
 * Each thread is one path of events, in program order, one thread after the other. An event is a
 * node of the forest with its label. Memory is cut into cells: the coarsest pieces such that each
 * access touches whole cells. A read has one coupling for each of its cells: the write that feeds
 * it. It is local where no interference was put: then the closest write before it in its own thread
 * feeds it, or the initial value; and it may be said to stay so.
 *
 * Invariant: couplings of a read are in the order of its bytes; an event's cells are
 * consecutive. */
#ifndef RADDLE_EXPLORE_STRATEGY_INTERFERE_SCENARIO_H
#define RADDLE_EXPLORE_STRATEGY_INTERFERE_SCENARIO_H

#include "base/vec.h"
#include "wire/trace.h"

#define NONE UINT32_MAX

struct coupling {
  uint32_t cell;
  uint32_t write;       /* event; NONE: the initial value */
  uint8_t first, bytes; /* which bytes of the read */
  bool
      is_fixed; /* an interference, or local for good: so it is in all scenarios that count as containing this one */
  expr_id initial; /* write NONE: the initial value of these bytes; 0: it is the constant `value` */
  uint64_t value;
};

struct scene_event {
  struct event label; /* as in the forest: forest.h says what is left out */
  uint32_t node;      /* of the forest */
  uint32_t slot;      /* thread, index into threads */
  uint32_t ordinal;   /* reads: the number of its variable, EX_READ(label.thread, ordinal) */
  uint32_t cell, cells;
  uint32_t coupling; /* reads: its first one; there are `cells` */
};

struct scene_thread {
  uint32_t number;       /* as in the trace */
  uint32_t first, count; /* its events; events[first] is START */
  uint32_t created;      /* the CREATE event it hangs under; NONE: main */
};

/* What an object was like before the first operation on it: the count of a semaphore, or one of
 * these. What a lock has beyond LOCK_TAKEN is how often main has read-locked it. */
enum { ONCE_UNTOUCHED, ONCE_WAS_RUN, ONCE_IN_MAIN };
#define LOCK_TAKEN 0x80000000u /* no semaphore counts that far */
#define OBJECT_GONE UINT32_MAX /* destroyed, or never made */
struct scene_count {
  uint64_t object;
  uint32_t count;
};

struct scenario {
  vec(struct scene_thread) threads; /* threads[0] is main */
  vec(struct scene_event) events;
  vec(struct coupling) couplings;
  vec(struct scene_count) counts; /* those that are not here begin at 0 */
  uint32_t cell_count;
  uint32_t sink; /* event */
  bool
      reuses_memory; /* malloc may hand freed memory out again; otherwise a thread that uses freed memory fails */
};

/* Why a scenario cannot be realized: any realizable one that contains it has an interference for
 * one of these local reads, or goes on in one of these threads. Both empty: there is none. */
struct blame {
  vec(uint32_t) reads; /* events */
  vec(uint32_t) ends;  /* slots */
};

static inline bool event_reads(const struct event *e) {
  return e->kind == EV_READ || e->kind == EV_ATOMIC_READ;
}
static inline bool event_writes(const struct event *e) {
  return e->kind == EV_WRITE || e->kind == EV_ATOMIC_WRITE || e->kind == EV_FREE;
}

/* SEM_VALUE stands for the counts from `value` to `value` + `aux` (counts.c). */
#define COUNT_MAX INT32_MAX
static inline bool event_has_count(const struct event *e, uint64_t count) {
  return e->value <= count && count - e->value <= e->aux;
}

#endif
