/* Comparisons between terms, and of terms with constants, as a graph of <, <= and !=. */
#ifndef RADDLE_EXPLORE_ORDER_H
#define RADDLE_EXPLORE_ORDER_H

#include "explore/query.h"

struct order_solver;
struct order_solver *order_solver_open(void);
void order_solver_close(struct order_solver *);
/* As domain_decide. */
enum smt_answer order_solver_decide(struct order_solver *, struct query *q);

#endif
