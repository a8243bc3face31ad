/* Search for an order of the blocks; see temporal_search.c. */
#ifndef RADDLE_EXPLORE_STRATEGY_INTERFERE_TEMPORAL_SEARCH_H
#define RADDLE_EXPLORE_STRATEGY_INTERFERE_TEMPORAL_SEARCH_H

#include "base/table.h"
#include "explore/strategy/interfere/sync_model.h"
#include "explore/strategy/interfere/temporal.h"

/* A state without safe moves: which slots were tried from it. */
struct fork {
  size_t mark, order; /* how long the log and the order were */
  uint32_t last;      /* the slot that went last */
  uint32_t next;      /* how many slots were tried */
  uint32_t taken;     /* how many of them could go on */
};

struct same_state_hash {
  uint64_t key;
  uint32_t newest; /* 1 + its index */
};

struct search {
  struct sync_model model;
  vec(uint32_t) order; /* blocks */
  vec(struct fork) forks;
  vec(uint32_t) failed; /* states without a way on, model.hashed words each */
  vec(uint32_t) older;  /* by index of such a state: 1 + the one of the same hash before it; 0: none */
  table(struct same_state_hash) by_hash;
};

void search_free(struct search *);
/* Looks at no more than `budget` forks. FEASIBLE: s->order. INFEASIBLE: `why`, which must be
 * empty, gets items that suffice. */
enum feasibility search_run(struct search *, const struct blocks *, const struct item_set *strict,
                            struct order_graph *, uint32_t budget, struct item_set *why);

#endif
