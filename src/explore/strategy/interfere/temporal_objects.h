/* The cells and objects of a scenario, for temporal_blocks.c; see temporal_objects.c. */
#ifndef RADDLE_EXPLORE_STRATEGY_INTERFERE_TEMPORAL_OBJECTS_H
#define RADDLE_EXPLORE_STRATEGY_INTERFERE_TEMPORAL_OBJECTS_H

#include "explore/strategy/interfere/temporal_blocks.h"

/* The vec has n entries, all worth `value`. */
#define vec_fill(v, n, value)                                                                                \
  do {                                                                                                       \
    vec_reserve(v, (size_t)(n) + 1);                                                                         \
    (v)->count = (n);                                                                                        \
    for (size_t fill_i = 0; fill_i < (n); fill_i++) (v)->at[fill_i] = (value);                               \
  } while (0)

void blocks_find_cells(struct blocks *);
void blocks_find_objects(struct blocks *);
enum event_object blocks_class(const struct event *); /* that it is an operation on */
static inline bool blocks_can_be_destroyed(enum event_object class) {
  return class >= ON_LOCK && class <= ON_BARRIER;
}
uint32_t blocks_find_object(const struct blocks *, enum event_object, uint64_t address); /* NONE: none */
enum op_safety blocks_safety(const struct blocks *, const struct event *, uint32_t object);

#endif
