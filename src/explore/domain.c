/* Four deciders, cheapest first; each says SMT_UNKNOWN when the question is not of its kind.
 *
 *   truth tables   one variable of 8 bits: table[t] has a bit for each value under which a condition is true.
 *                  Made once per condition, then a question is an AND of four words per literal.
 *   order          comparisons: compare.c
 *   sums           a sum of variables times constants that cannot reach what is asked of it: linear.c
 *   enumeration    a few variables with few values each: all combinations, up to PRODUCT_MAX (two whole bytes: a
 *                  few milliseconds, where Z3 takes a hundred on arithmetic) and WORK_MAX evaluations of a literal
 *
 * The first and the last are exact because they try every value the query's variables can have,
 * and a literal mentions no other variables than the query's (the slice is closed under shared
 * variables). */
#include "explore/domain.h"
#include "explore/linear.h"
#include "explore/compare.h"
#include "explore/sparse.h"

#define VALUES_MAX 256
#define PRODUCT_MAX 65536
#define WORK_MAX (1u << 20)
#define ENUMERATED_MAX 4

struct table {
  uint64_t bits[4];
};

struct domain {
  struct eval *eval;
  struct expr_store store;
  struct compare *compare;
  uint32_t *table_of; /* by condition: table + 1 */
  vec(struct table) tables;
};

struct domain *domain_open(const struct expr_store *store, struct eval *eval) {
  struct domain *d = xcalloc(1, sizeof *d);
  d->eval = eval;
  d->store = *store;
  d->compare = compare_open();
  d->table_of = sparse_open(sizeof *d->table_of);
  return d;
}

void domain_close(struct domain *d) {
  compare_close(d->compare);
  sparse_close(d->table_of, sizeof *d->table_of);
  vec_free(&d->tables);
  free(d);
}

/* ---- truth tables ---- */

/* Under which values of its only variable, a byte, is the condition true? */
static const struct table *table_of(struct domain *d, struct query *q, expr_id cond, expr_id var) {
  if (d->table_of[cond]) return &d->tables.at[d->table_of[cond] - 1];
  struct table t = {{0}};
  for (unsigned v = 0; v < 256; v++) {
    query_set(q, var, v);
    eval_forget(q->eval);
    t.bits[v / 64] |= (query_value(q, cond) & 1) << v % 64;
  }
  query_reset(q);
  vec_push(&d->tables, t);
  d->table_of[cond] = (uint32_t)d->tables.count;
  return &vec_last(&d->tables);
}

static bool mentions_only(const struct query *q, expr_id cond, expr_id var) {
  size_t count;
  const expr_id *vars = eval_vars(q->eval, cond, &count);
  return count == 1 && vars[0] == var;
}

/* The values that the literals about this byte alone leave. */
static struct table values_of_byte(struct domain *d, struct query *q, expr_id var) {
  struct table all = {{~0ull, ~0ull, ~0ull, ~0ull}};
  for (size_t i = 0; i < q->lit.count; i++) {
    const struct literal *l = q->lit.at[i];
    if (!mentions_only(q, l->cond, var)) continue;
    const struct table *t = table_of(d, q, l->cond, var);
    uint64_t flip = l->taken ? 0 : ~0ull;
    for (int k = 0; k < 4; k++) all.bits[k] &= t->bits[k] ^ flip;
  }
  return all;
}

static bool is_byte(const struct query *q, expr_id var) { return query_node(q, var)->width == 8; }

static enum smt_answer by_table(struct domain *d, struct query *q) {
  if (q->vars.count != 1 || !is_byte(q, q->vars.at[0])) return SMT_UNKNOWN;
  struct table t = values_of_byte(d, q, q->vars.at[0]);
  int k = 0;
  while (k < 4 && !t.bits[k]) k++;
  if (k == 4) return SMT_UNSAT;
  query_set(q, q->vars.at[0], 64u * k + (unsigned)__builtin_ctzll(t.bits[k]));
  return query_holds(q) ? SMT_SAT : SMT_UNKNOWN;
}

static enum smt_answer by_order(struct domain *d, struct query *q) { return compare_decide(d->compare, q); }

static enum smt_answer by_sums(struct domain *d, struct query *q) {
  (void)d;
  for (size_t i = 0; i < q->lit.count; i++)
    if (linear_excludes(q, q->lit.at[i])) return SMT_UNSAT;
  return SMT_UNKNOWN;
}

/* ---- enumeration ---- */

struct values {
  uint64_t at[VALUES_MAX];
  size_t count;
};

static void byte_values(struct domain *d, struct query *q, expr_id var, struct values *v) {
  struct table t = values_of_byte(d, q, var);
  v->count = 0;
  for (unsigned i = 0; i < 256; i++)
    if (t.bits[i / 64] >> i % 64 & 1) v->at[v->count++] = i;
}

/* A wider variable has few values when one arc is short. */
static bool few_values(const struct query *q, expr_id var, struct values *v) {
  const struct atom *best = NULL;
  uint64_t length = VALUES_MAX, mask = expr_mask(query_node(q, var)->width);
  for (size_t i = 0; i < q->lit.count; i++) {
    const struct atom *a = &q->lit.at[i]->atom;
    if (a->kind != ATOM_RANGE || a->x != var || ((a->hi - a->lo) & mask) >= length) continue;
    length = (a->hi - a->lo) & mask;
    best = a;
  }
  if (!best) return false;
  v->count = 0;
  for (uint64_t i = 0; i <= length; i++) v->at[v->count++] = (best->lo + i) & mask;
  return true;
}

static bool advance(const struct values *values, size_t *digit, size_t n) {
  for (size_t i = 0; i < n; digit[i++] = 0)
    if (++digit[i] < values[i].count) return true;
  return false;
}

static enum smt_answer by_enumeration(struct domain *d, struct query *q) {
  static _Thread_local struct values values[ENUMERATED_MAX];
  size_t n = q->vars.count, product = 1, digit[ENUMERATED_MAX] = {0};
  if (!n || n > ENUMERATED_MAX || q->has_overlaps) return SMT_UNKNOWN;
  for (size_t i = 0; i < n; i++) {
    query_reset(q);
    if (is_byte(q, q->vars.at[i]))
      byte_values(d, q, q->vars.at[i], &values[i]);
    else if (!few_values(q, q->vars.at[i], &values[i]))
      return SMT_UNKNOWN;
    product *= values[i].count;
    if (product > PRODUCT_MAX || product * q->lit.count > WORK_MAX) return SMT_UNKNOWN;
  }
  if (!product) return SMT_UNSAT;
  do {
    vec_clear(&q->changed);
    for (size_t i = 0; i < n; i++) query_set(q, q->vars.at[i], values[i].at[digit[i]]);
    if (query_holds(q)) return SMT_SAT;
  } while (advance(values, digit, n));
  return SMT_UNSAT;
}

enum smt_answer domain_decide(struct domain *d, struct query *q) {
  static enum smt_answer (*const deciders[])(struct domain *, struct query *) = {by_table, by_order, by_sums,
                                                                                 by_enumeration};
  enum smt_answer answer = SMT_UNKNOWN;
  if (!q->vars.count) return query_holds(q) ? SMT_SAT : SMT_UNSAT;
  for (size_t i = 0; i < sizeof deciders / sizeof *deciders && answer == SMT_UNKNOWN; i++) {
    query_reset(q);
    answer = deciders[i](d, q);
  }
  return answer;
}
