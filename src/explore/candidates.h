/* Models found by guessing and evaluating: most flips need one variable moved to a value that
 * the goal itself names. */
#ifndef RADDLE_EXPLORE_CANDIDATES_H
#define RADDLE_EXPLORE_CANDIDATES_H

#include "explore/query.h"

bool candidates_try(struct query *);
/* Changes `out` so that `e` should be worth `v`, the variables off its way staying as they are.
 * False: no idea how. The result is a guess: the caller evaluates. */
bool candidates_invert(struct query *, expr_id e, uint64_t v);

#endif
