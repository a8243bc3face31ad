/* A candidate laid out as a scenario (scenario.h); see layout.c. */
#ifndef RADDLE_EXPLORE_STRATEGY_INTERFERE_LAYOUT_H
#define RADDLE_EXPLORE_STRATEGY_INTERFERE_LAYOUT_H

#include "explore/strategy/interfere/candidates.h"

struct layout {
  const struct forest *forest;
  const struct expr_store *store;
  struct scenario scenario;
  vec(uint32_t) where;  /* by node: its event, if it is one of the scenario */
  vec(uint64_t) bounds; /* where accesses begin and end, ascending: cells begin there */
  vec(uint32_t) last;   /* by cell: the last write of the thread being laid out */
};

void layout_close(struct layout *);
/* False: the expression store is full. */
bool layout_make(struct layout *, const struct candidates *, const struct candidate *);

#endif
