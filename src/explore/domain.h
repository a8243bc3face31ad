/* Small theories decided exactly, without Z3: byte variables by truth table, a few small
 * variables by enumeration, comparisons by intervals and order. */
#ifndef RADDLE_EXPLORE_DOMAIN_H
#define RADDLE_EXPLORE_DOMAIN_H

#include "explore/query.h"

struct domain;
struct domain *domain_open(const struct expr_store *, struct eval *);
void domain_close(struct domain *);
/* SMT_SAT: the model is in q->out and has been evaluated. SMT_UNSAT is proven. SMT_UNKNOWN: not
 * its business. */
enum smt_answer domain_decide(struct domain *, struct query *q);

#endif
