/* One question on its way through the stages: can all literals hold at once, by changing these
 * variables?
 *
 * lit[0] is the goal, what `current` does not satisfy. `out` is `current` but for variables of
 * the query that a stage is trying. A stage that answers SMT_SAT leaves the model in `out`; one
 * that gives up may leave it in any state, the next one starts with query_reset. */
#ifndef RADDLE_EXPLORE_QUERY_H
#define RADDLE_EXPLORE_QUERY_H

#include "explore/atom.h"
#include "explore/eval.h"
#include "explore/input.h"
#include "explore/smt.h"

struct literal {
  expr_id cond;
  uint8_t taken;
  struct atom atom;
};

struct query_choice { /* a value that a variable may have */
  expr_id var;
  uint64_t value;
};

struct query {
  const struct expr_store *store;
  struct eval *eval;
  vec(const struct literal *) lit;
  vec(expr_id) vars;
  vec(expr_id) changed; /* variables set since the last reset */
  vec(struct query_choice)
      choices;       /* for Z3: each variable here has one of its values; values of one are neighbours */
  bool has_overlaps; /* two variables share input bytes: only evaluation and Z3 are exact */
  const struct input *current;
  struct input *out;
};

static inline const struct expr *query_node(const struct query *q, expr_id id) { return &q->store->node[id]; }

static inline uint64_t query_value(const struct query *q, expr_id e) { return eval_expr(q->eval, e, q->out); }

static inline void query_set(struct query *q, expr_id var, uint64_t v) {
  vec_push(&q->changed, var);
  input_set_var(q->out, query_node(q, var), v);
}

/* All variables as they are in the current input. */
static inline void query_reset(struct query *q) {
  while (q->changed.count) {
    const struct expr *e = query_node(q, vec_pop(&q->changed));
    input_set_var(q->out, e, input_get_var(q->current, e));
  }
  eval_forget(q->eval);
}

static inline bool literal_holds(struct query *q, const struct literal *l) {
  return query_value(q, l->cond) == l->taken;
}

/* Does `out` satisfy every literal? What fails moves to the front: the next attempt fails there
 * first. */
static inline bool query_holds(struct query *q) {
  eval_forget(q->eval);
  for (size_t i = 0; i < q->lit.count; i++) {
    const struct literal *l = q->lit.at[i];
    if (literal_holds(q, l)) continue;
    if (i > 1) q->lit.at[i] = q->lit.at[1], q->lit.at[1] = l;
    return false;
  }
  return true;
}

#endif
