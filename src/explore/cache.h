/* Answers that Z3 gave before: for the same literals, and for every superset of literals known to be
 * unsatisfiable. Also the last model that made a literal true, as a candidate. Memory is bounded. */
#ifndef RADDLE_EXPLORE_CACHE_H
#define RADDLE_EXPLORE_CACHE_H

#include "explore/query.h"

struct cache;
struct cache *cache_open(void);
void cache_close(struct cache *);
/* False: not known. SMT_SAT leaves the model in q->out. SMT_UNSAT: q->lit[0..*core-1] are unsatisfiable by
 * themselves; *core 0: all together are. */
bool cache_find(struct cache *, struct query *q, enum smt_answer *answer, size_t *core);
/* Call before anybody reorders the literals for good: the key is their set. */
void cache_add(struct cache *, struct query *q, enum smt_answer answer);
/* The first `count` literals are unsatisfiable by themselves. */
void cache_add_core(struct cache *, const struct query *q, size_t count);
/* Puts the last model in which the goal held into q->out; false: there is none. */
bool cache_recall(struct cache *, struct query *q);
void cache_remember(struct cache *, const struct query *q);

#endif
