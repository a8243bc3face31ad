/* Evaluation of expressions on inputs, and which input variables they mention. Both are
 * remembered by expression id: ids never change their meaning within a campaign. */
#ifndef RADDLE_EXPLORE_EVAL_H
#define RADDLE_EXPLORE_EVAL_H

#include "explore/path.h"

struct eval;
struct eval *eval_open(const struct expr_store *);
void eval_close(struct eval *);
/* Value of e under the input; results are shared between calls until eval_forget (call it when
 * the input changes). */
uint64_t eval_expr(struct eval *, expr_id e, const struct input *);
void eval_forget(struct eval *);
/* The variables (ids of EX_VAR nodes) of e, sorted. */
const uint32_t *eval_vars(struct eval *, expr_id e, size_t *count);

#endif
