/* The partial order of one trace: which events must come in the order they came in, whatever the
 * interleaving.
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

/* Is what was computed a partial order that follows the trace? For tests and `make debug`; slow. */
bool order_is_sound(const struct order *);

#endif
