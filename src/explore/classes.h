/* The set of classes reached so far: order hashes, in a table with open addressing that is never more than half full. With a `pool` they
 * are kept there instead, together with those of other workers. */
#ifndef RADDLE_EXPLORE_CLASSES_H
#define RADDLE_EXPLORE_CLASSES_H

#include "base/die.h"
#include "explore/class_pool.h"
#include <stdlib.h>

struct classes {
  struct order_hash *at; /* all zero: free */
  size_t size, count;
  struct class_pool *pool;
};

static inline struct order_hash *classes_slot(const struct classes *c, struct order_hash h) {
  size_t i = h.a & (c->size - 1);
  while ((c->at[i].a != h.a || c->at[i].b != h.b) && (c->at[i].a || c->at[i].b)) i = (i + 1) & (c->size - 1);
  return &c->at[i];
}

static inline void classes_grow(struct classes *c) {
  struct classes larger = {.size = c->size ? 2 * c->size : 256, .count = c->count};
  larger.at = xcalloc(larger.size, sizeof *larger.at);
  for (size_t i = 0; i < c->size; i++)
    if (c->at[i].a || c->at[i].b) *classes_slot(&larger, c->at[i]) = c->at[i];
  free(c->at);
  *c = larger;
}

/* True if it was not there. */
static inline bool classes_add(struct classes *c, struct order_hash h) {
  if (c->pool) return class_pool_add(c->pool, h);
  if (2 * (c->count + 1) > c->size) classes_grow(c);
  h.b |= 1; /* never the free one */
  struct order_hash *slot = classes_slot(c, h);
  if (slot->b) return false;
  *slot = h;
  c->count++;
  return true;
}

static inline void classes_free(struct classes *c) {
  free(c->at);
  *c = (struct classes){0};
}

#endif
