/* Values that are one of a few constants: a pointer out of a table, a function picked by a symbolic
 * index.
 *
 * Such an expression is a tree of tables and conditionals over constants, possibly with constant
 * arithmetic on top. Its values are listed in the order of the tree, the same in every run. The run
 * decides for one value after the other whether the expression has it: each value is a path, and
 * nothing is lost. */
#include "runtime/state.h"
#include "runtime/build.h"

enum { VALUES = 256, DEPTH = 32 };

struct values {
  unsigned count;
  uint64_t at[VALUES];
};

static bool add(struct values *v, uint64_t value) {
  for (unsigned i = 0; i < v->count; i++)
    if (v->at[i] == value) return true;
  if (v->count == VALUES) return false;
  v->at[v->count++] = value;
  return true;
}

static bool collect(struct values *v, expr_id e, unsigned depth);

/* n(x, constant), or n(x), for each value of x. */
static bool collect_applied(struct values *v, const struct expr *n, unsigned depth) {
  struct values of;
  of.count = 0;
  if (!collect(&of, n->a, depth)) return false;
  uint64_t b = expr_arity(n->op) == 2 ? VALUE(n->b) : 0;
  for (unsigned i = 0; i < of.count; i++)
    if (!add(v, expr_apply(n, expr_width(n->a), of.at[i], b, 0))) return false;
  return true;
}

static bool collect(struct values *v, expr_id e, unsigned depth) {
  const struct expr n = NODE(e);
  if (!depth--) return false;
  switch (n.op) {
  case EX_CONST: return add(v, expr_const_value(&n));
  case EX_ITE: return collect(v, n.b, depth) && collect(v, n.c, depth);
  case EX_TABLE:
    for (uint32_t i = 0; i < n.c; i++)
      if (!collect(v, shm_pool(SHM)[n.b + i], depth)) return false;
    return true;
  case EX_EXTRACT:
  case EX_ZEXT:
  case EX_SEXT: return collect_applied(v, &n, depth);
  case EX_ADD:
  case EX_SUB:
  case EX_MUL:
  case EX_AND:
  case EX_OR:
  case EX_XOR: return expr_is_const(n.b) && collect_applied(v, &n, depth);
  default: return false;
  }
}

bool choice_record(expr_id s, uint64_t value, site_ref site) {
  struct values v;
  v.count = 0;
  if (!s || VALUE(s) != value || !collect(&v, s, DEPTH)) return false;
  for (unsigned i = 0; i < v.count; i++) {
    record_path(EV_BRANCH, expr_binary(EX_EQ, s, expr_const(expr_width(s), v.at[i])), value == v.at[i], site,
                0);
    if (value == v.at[i]) return true;
  }
  return false;
}
