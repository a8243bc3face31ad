/* Names for expressions that mean the same in every store: hashes of what they say, inputs by
 * their flat number. */
#ifndef RADDLE_EXPLORE_EXPR_HASH_H
#define RADDLE_EXPLORE_EXPR_HASH_H

#include "base/vec.h"
#include "wire/expr.h"

struct expr_hashes {
  vec(uint64_t) at; /* by id, of those that were asked for and all before them */
};

uint64_t expr_hash(struct expr_hashes *, const struct expr_store *, expr_id);
void expr_hashes_free(struct expr_hashes *);

#endif
