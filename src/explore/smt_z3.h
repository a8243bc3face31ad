/* Z3 behind four functions; no other file knows it. */
#ifndef RADDLE_EXPLORE_SMT_Z3_H
#define RADDLE_EXPLORE_SMT_Z3_H

#include "explore/query.h"

struct z3;
struct z3 *z3_open(const struct expr_store *, const struct smt_options *);
/* See smt_is_stopped. */
bool z3_is_stopped(const struct z3 *);
void z3_close(struct z3 *);
/* SMT_SAT: the model is in q->out, not yet evaluated. SMT_UNSAT: q->lit[0..*core-1] are unsatisfiable by themselves. */
enum smt_answer z3_solve(struct z3 *, struct query *q, size_t *core);

#endif
