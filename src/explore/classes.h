/* The set of classes reached so far. With a `pool` they are kept there instead, together with
 * those of other workers. */
#ifndef RADDLE_EXPLORE_CLASSES_H
#define RADDLE_EXPLORE_CLASSES_H

#include "base/table.h"
#include "explore/class_pool.h"

struct class_entry {
  struct order_hash key;
};

struct classes {
  table(struct class_entry) reached;
  struct class_pool *pool;
};

/* True if it was not there. */
static inline bool classes_add(struct classes *c, struct order_hash h) {
  return c->pool ? class_pool_add(c->pool, h) : table_add(&c->reached, h);
}

static inline void classes_free(struct classes *c) {
  table_free(&c->reached);
  *c = (struct classes){0};
}

#endif
