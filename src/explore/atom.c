/* From condition to atom: compare with a constant, then peel the term the arc is about, one bijection or cast at
 * a time. Each peel_* is exact: the new atom holds for exactly the inputs the old one held for. */
#include "explore/atom.h"
#include "base/check.h"

static const struct expr *node(const struct expr_store *s, expr_id id) { return &s->node[id]; }

static bool is_const(const struct expr_store *s, expr_id id, uint64_t *v) {
  if (node(s, id)->op != EX_CONST) return false;
  *v = expr_const_value(node(s, id)) & expr_mask(node(s, id)->width);
  return true;
}

static struct atom decided(bool v) { return (struct atom){.kind = v ? ATOM_TRUE : ATOM_FALSE}; }

static struct atom range(expr_id x, unsigned width, uint64_t lo, uint64_t hi) {
  uint64_t mask = expr_mask(width);
  check(lo <= mask && hi <= mask);
  if (((hi + 1) & mask) == lo) return decided(true);
  return (struct atom){.kind = ATOM_RANGE, .width = (uint8_t)width, .x = x, .lo = lo, .hi = hi};
}

static struct atom negated(struct atom a) {
  uint64_t mask = expr_mask(a.width);
  if (a.kind == ATOM_TRUE || a.kind == ATOM_FALSE) return decided(a.kind == ATOM_FALSE);
  if (a.kind == ATOM_RANGE) return range(a.x, a.width, (a.hi + 1) & mask, (a.lo - 1) & mask);
  a.rel ^= REL_LT | REL_EQ | REL_GT;
  return a;
}

/* x op c, or c op x. */
static struct atom compare_const(const struct expr_store *s, enum expr_op op, expr_id x, uint64_t c,
                                 bool x_left) {
  unsigned w = node(s, x)->width;
  bool is_signed = op == EX_SLT || op == EX_SLE, is_strict = op == EX_ULT || op == EX_SLT;
  uint64_t min = is_signed ? 1ull << (w - 1) : 0, max = (min - 1) & expr_mask(w);
  if (op == EX_EQ) return range(x, w, c, c);
  if (is_strict && c == (x_left ? min : max)) return decided(false);
  if (x_left) return range(x, w, min, is_strict ? (c - 1) & expr_mask(w) : c);
  return range(x, w, is_strict ? (c + 1) & expr_mask(w) : c, max);
}

static bool same_cast(const struct expr_store *s, enum expr_op op, expr_id x, expr_id y) {
  const struct expr *p = node(s, x), *q = node(s, y);
  return p->op == op && q->op == op && node(s, p->a)->width == node(s, q->a)->width &&
         p->width > node(s, p->a)->width;
}

static struct atom compare_terms(const struct expr_store *s, enum expr_op op, expr_id x, expr_id y) {
  struct atom a = {.kind = ATOM_PAIR};
  a.order = op == EX_EQ ? ORDER_NONE : op == EX_SLT || op == EX_SLE ? ORDER_SIGNED : ORDER_UNSIGNED;
  a.rel = op == EX_EQ ? REL_EQ : op == EX_ULT || op == EX_SLT ? REL_LT : REL_LT | REL_EQ;
  for (;;) { /* casts keep the order; zero extension makes the signed order the unsigned one */
    bool zext = same_cast(s, EX_ZEXT, x, y);
    if (!zext && !same_cast(s, EX_SEXT, x, y)) break;
    if (zext && a.order) a.order = ORDER_UNSIGNED;
    x = node(s, x)->a;
    y = node(s, y)->a;
  }
  if (x == y) return decided(a.rel & REL_EQ);
  a.width = node(s, x)->width;
  a.x = x < y ? x : y;
  a.y = x < y ? y : x;
  if (x > y)
    a.rel = (uint8_t)((a.rel & REL_EQ) | (a.rel & REL_LT ? REL_GT : 0) | (a.rel & REL_GT ? REL_LT : 0));
  return a;
}

static struct atom of_compare(const struct expr_store *s, expr_id cond) {
  const struct expr *e = node(s, cond);
  uint64_t v;
  if (is_const(s, e->b, &v)) return compare_const(s, e->op, e->a, v, true);
  if (is_const(s, e->a, &v)) return compare_const(s, e->op, e->b, v, false);
  return compare_terms(s, e->op, e->a, e->b);
}

/* The arc cut to 0..2^n-1: of a circle it leaves one arc of the smaller circle. */
static struct atom peel_zext(struct atom a, expr_id x, unsigned n) {
  uint64_t max = expr_mask(n), hi = a.hi < max ? a.hi : max;
  if (a.lo <= a.hi) return a.lo > max ? decided(false) : range(x, n, a.lo, hi);
  if (a.lo > max) return range(x, n, 0, hi);
  return range(x, n, a.lo, a.hi);
}

/* Adding half of the small circle turns sign extension into zero extension. */
static struct atom peel_sext(struct atom a, expr_id x, unsigned n) {
  uint64_t half = 1ull << (n - 1), wide = expr_mask(a.width), mask = expr_mask(n);
  a.lo = (a.lo + half) & wide;
  a.hi = (a.hi + half) & wide;
  a = peel_zext(a, x, n);
  if (a.kind == ATOM_RANGE) a.lo = (a.lo - half) & mask, a.hi = (a.hi - half) & mask;
  return a;
}

static struct atom shifted(struct atom a, expr_id x, uint64_t k) {
  a.x = x;
  a.lo = (a.lo + k) & expr_mask(a.width);
  a.hi = (a.hi + k) & expr_mask(a.width);
  return a;
}

static struct atom mirrored(struct atom a, expr_id x, uint64_t sum) { /* sum - x in the arc */
  uint64_t lo = a.lo;
  a.x = x;
  a.lo = (sum - a.hi) & expr_mask(a.width);
  a.hi = (sum - lo) & expr_mask(a.width);
  return a;
}

static struct atom of_literal(const struct expr_store *s, expr_id cond, bool taken, int depth);

/* One layer of the term off; false when there is none. */
static bool peel(const struct expr_store *s, struct atom *a, int depth) {
  const struct expr *e = node(s, a->x);
  uint64_t k, l, mask = expr_mask(a->width);
  bool left = expr_arity(e->op) == 2 && is_const(s, e->a, &k);
  bool right = !left && expr_arity(e->op) == 2 && is_const(s, e->b, &k);
  expr_id x = left ? e->b : e->a;
  switch (e->op) {
  case EX_CONST: k = expr_const_value(e); return *a = decided(arc_has(a->lo, a->hi, k)), true;
  case EX_ADD: return left || right ? *a = shifted(*a, x, 0 - k), true : false;
  case EX_SUB:
    if (right) return *a = shifted(*a, x, k), true;
    return left ? *a = mirrored(*a, x, k), true : false;
  case EX_NOT: return *a = mirrored(*a, e->a, mask), true;
  case EX_XOR:
    if (!left && !right) return false;
    if (k == mask) return *a = mirrored(*a, x, mask), true;
    if (a->lo == a->hi) return a->x = x, a->lo = a->hi = a->lo ^ k, true;
    if (((a->hi + 2) & mask) != a->lo) return false;
    l = ((a->hi + 1) & mask) ^ k; /* the one value left out */
    return a->x = x, a->lo = (l + 1) & mask, a->hi = (l - 1) & mask, true;
  case EX_ZEXT: return *a = peel_zext(*a, e->a, node(s, e->a)->width), true;
  case EX_SEXT: return *a = peel_sext(*a, e->a, node(s, e->a)->width), true;
  case EX_CONCAT:
    if (!left || k) return false;
    return *a = peel_zext(*a, e->b, node(s, e->b)->width), true;
  case EX_ITE:
    if (!is_const(s, e->b, &k) || !is_const(s, e->c, &l)) return false;
    k = arc_has(a->lo, a->hi, k);
    l = arc_has(a->lo, a->hi, l);
    return *a = k == l ? decided(k) : of_literal(s, e->a, k, depth + 1), true;
  default: return false;
  }
}

#define DEPTH_MAX 64 /* of conditions inside conditions; what is deeper stays a term */

static struct atom of_literal(const struct expr_store *s, expr_id cond, bool taken, int depth) {
  const struct expr *e = node(s, cond);
  bool is_compare = expr_is_compare(e->op);
  struct atom a = is_compare ? of_compare(s, cond) : range(cond, 1, 1, 1);
  if (!taken) a = negated(a);
  while (a.kind == ATOM_RANGE && depth++ < DEPTH_MAX) {
    if (a.width == 1 && expr_is_compare(node(s, a.x)->op)) return of_literal(s, a.x, a.lo, depth);
    if (!peel(s, &a, depth)) break;
  }
  return a;
}

struct atom atom_of(const struct expr_store *s, expr_id cond, bool taken) {
  return of_literal(s, cond, taken, 0);
}

bool atom_excludes(const struct atom *a, const struct atom *b) {
  if (a->kind == ATOM_FALSE || b->kind == ATOM_FALSE) return true;
  if (a->kind != b->kind || a->x != b->x) return false;
  if (a->kind == ATOM_RANGE) return !arc_has(a->lo, a->hi, b->lo) && !arc_has(b->lo, b->hi, a->lo);
  if (a->kind != ATOM_PAIR || a->y != b->y) return false;
  if (a->order == b->order || !a->order || !b->order) return !(a->rel & b->rel);
  return (a->rel == REL_EQ && !(b->rel & REL_EQ)) || (b->rel == REL_EQ && !(a->rel & REL_EQ));
}

bool atom_implies(const struct atom *a, const struct atom *b) {
  struct atom not_b = negated(*b);
  return atom_excludes(a, &not_b);
}
