/* Constraints implied by another one of the query go (CUTE 4.1.5, OPT 2): x < 5 beside x < 3, x != 1 beside x == 2. */
#ifndef RADDLE_EXPLORE_COMMON_H
#define RADDLE_EXPLORE_COMMON_H

#include "explore/query.h"

struct common;
struct common *common_open(void);
void common_close(struct common *);
void common_eliminate(struct common *, struct query *q);

#endif
