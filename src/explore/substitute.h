/* What expressions over read variables (EX_READ) are once it is known what was read. */
#ifndef RADDLE_EXPLORE_SUBSTITUTE_H
#define RADDLE_EXPLORE_SUBSTITUTE_H

#include "wire/expr.h"

/* A result: an expression, or a constant that has no node. */
struct worth {
  expr_id id; /* 0: constant */
  uint64_t value;
};

enum substitution { SUBSTITUTED, CYCLIC, NO_ROOM };

/* An environment: gives *worth of a read variable and returns 0; or names an expression that it
 * has to know first (substitute_known), and is asked again. */
typedef expr_id read_source(void *context, expr_id read, struct worth *worth);

struct substitute;
struct substitute *substitute_open(const struct expr_store *);
void substitute_close(struct substitute *);
/* A new environment; what the last one gave is forgotten. */
void substitute_begin(struct substitute *, read_source *, void *context);
/* CYCLIC: a read variable needs itself; NO_ROOM: see rebuild.h. After these two nothing but
 * another environment makes sense. */
enum substitution substitute_expr(struct substitute *, expr_id e, struct worth *out);
bool substitute_known(const struct substitute *, expr_id e, struct worth *out);
bool substitute_has_reads(const struct substitute *, expr_id e);
/* The i-th operand, from 0 on, of those that decided what e is worth, 0 after the last: an ITE
 * whose condition became constant does not need the other choice. Not for read variables. */
expr_id substitute_needs(const struct substitute *, expr_id e, uint32_t i);

#endif
