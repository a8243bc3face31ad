/* Sums of variables times constants: values for the variables that make the sum worth v. */
#ifndef RADDLE_EXPLORE_LINEAR_H
#define RADDLE_EXPLORE_LINEAR_H

#include "explore/query.h"

/* A guess, as candidates_invert: the variables' own ranges are kept, the caller evaluates.
 * False: none found. */
bool linear_invert(struct query *, expr_id sum, uint64_t v);
/* Can this RANGE literal of a sum not hold, given the ranges that the query leaves its
 * variables? Proven. */
bool linear_excludes(struct query *, const struct literal *);

#endif
