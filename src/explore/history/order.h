/* The partial order of one trace: which events must come in the order they came in, whatever the
 * interleaving; and the threads and steps of the trace.
 *
 * Ordered are: the events of one thread; the creation of a thread and its events; its end and the
 * join; a failed join and the end; the arrivals at a barrier and each leaving of it; and two
 * operations that touch one object (byte by byte, for memory) with conflicting effects. Everything
 * that follows from these by transitivity is ordered too.
 *
 * Traces that differ only in the order of neighbouring unordered steps have the same partial
 * order: they are one class, and have the same hash. */
#ifndef RADDLE_EXPLORE_HISTORY_ORDER_H
#define RADDLE_EXPLORE_HISTORY_ORDER_H

#include "wire/trace.h"

struct order;
struct order *order_open(void);
void order_close(struct order *);

/* Reads a trace of `count` events and at most `thread_count` threads; what was read before is
 * forgotten. */
void order_read(struct order *, const struct event *, uint32_t count, uint32_t thread_count);

/* Is event i ordered before event j? Both are indices into the trace; any events, branches too. */
bool order_before(const struct order *, uint32_t i, uint32_t j);

/* The class: steps and notes by (thread, how many it had before), kind and object, what is
 * ordered before each of them, and the outcomes of symbolic conditions in each thread. */
struct order_hash {
  uint64_t a, b;
};
struct order_hash order_class(const struct order *);

/* The threads of the trace by creation (as in the words of PLAN_ENABLED): the k-th one's number. */
uint32_t order_thread_count(const struct order *);
uint32_t order_thread(const struct order *, uint32_t k);
/* And the other way round; the thread must be one of the trace. */
uint32_t order_index(const struct order *, uint32_t thread);
/* The last event of the k-th thread, or the one that created it; ORDER_NONE: there is neither. */
uint32_t order_last(const struct order *, uint32_t k);

#define ORDER_NONE UINT32_MAX

/* The steps of the trace, in its order: the events from the first of a step up to the next step's. */
struct order_step {
  uint32_t thread; /* by creation */
  uint32_t event;  /* its first one */
  uint32_t last;   /* last event of its thread in it */
  uint32_t before; /* what order_last said of its thread before it */
};
uint32_t order_step_count(const struct order *);
const struct order_step *order_step(const struct order *, uint32_t k);
/* The first event behind step k. */
uint32_t order_step_end(const struct order *, uint32_t k);
/* The step that the event belongs to; ORDER_NONE: it comes before all of them. */
uint32_t order_step_of(const struct order *, uint32_t event);

/* Event EV_GATE of a thread: a place whose change the thread's next step waits for. */
struct order_gate {
  uint32_t thread, event; /* thread: by creation */
};
uint32_t order_gate_count(const struct order *);
const struct order_gate *order_gate(const struct order *, uint32_t k);

/* Is what was computed a partial order that follows the trace? For tests and `make debug`; slow. */
bool order_is_sound(const struct order *);

#endif
