/* Orders between blocks that every run of a scenario would have; see order_graph.c. */
#ifndef RADDLE_EXPLORE_STRATEGY_INTERFERE_ORDER_GRAPH_H
#define RADDLE_EXPLORE_STRATEGY_INTERFERE_ORDER_GRAPH_H

#include "base/stop.h"
#include "base/vec.h"
#include <stdbool.h>
#include <stdint.h>

/* Items are what may be blamed: temporal_blocks.h says which. ITEM_NONE: what holds whatever is
 * added to the scenario. */
#define ITEM_NONE UINT32_MAX
#define ITEM_ALL_ENDS (UINT32_MAX - 1)

struct item_set {
  vec(uint64_t) words;
};
static inline bool item_set_has(const struct item_set *s, uint32_t i) {
  return s->words.at[i / 64] >> i % 64 & 1;
}
static inline void item_set_add(struct item_set *s, uint32_t i) { s->words.at[i / 64] |= 1ull << i % 64; }
static inline void item_set_drop(struct item_set *s, uint32_t i) { s->words.at[i / 64] &= ~(1ull << i % 64); }

/* Where a block stands. */
struct place {
  uint32_t slot, position;
};

/* Why an order is forced: by an item, and because of the order of two other blocks. */
struct order_cause {
  uint32_t item;
  uint32_t earlier, later; /* NONE: no such order was needed */
};

struct order_edge {
  uint32_t from, to, next_in;
  struct order_cause why;
  bool is_explained;
};

struct order_graph {
  uint32_t blocks, slots;
  const struct place *place;     /* by block; the blocks of a slot are consecutive */
  const uint32_t *base, *counts; /* by slot: first block, number of blocks */
  vec(uint32_t) before;          /* [block][slot]: how many blocks of the slot come before it */
  vec(uint32_t) after;           /* [block][slot]: the first position of the slot that comes after it */
  vec(struct order_edge) edges;  /* in the order they were found; program order is not among them */
  vec(uint32_t) first_in;        /* by block: the edge found last that leads to it */
  struct order_edge conflict;    /* the one that closed a cycle */

  /* To explain. */
  vec(uint32_t) seen, via, stack, todo;
  uint32_t stamp;

  const struct stop *stop; /* once this token is set the answer is not wanted any more; may be NULL */
};

void order_graph_begin(struct order_graph *, const struct place *, uint32_t blocks, const uint32_t *base,
                       const uint32_t *counts, uint32_t slots);
void order_graph_free(struct order_graph *);
static inline bool order_graph_precedes(const struct order_graph *g, uint32_t a, uint32_t b) {
  return g->place[a].position < g->before.at[(size_t)b * g->slots + g->place[a].slot];
}
/* from comes before to; from == to says nothing. False: the contrary is known, g->conflict is
 * this edge. */
bool order_graph_add(struct order_graph *, uint32_t from, uint32_t to, struct order_cause);

/* Adds the items that an edge, or the conflict, depends on. `all_ends` stands for ITEM_ALL_ENDS. */
void order_graph_explain_edge(struct order_graph *, uint32_t edge, const struct item_set *all_ends,
                              struct item_set *);
void order_graph_explain_conflict(struct order_graph *, const struct item_set *all_ends, struct item_set *);

#endif
