/* The sum is taken apart into  rest + factor[0] * x[0] + factor[1] * x[1] + ..., over the integers:
 * x[i] is a variable, sign- or zero-extended, with the interval that the query's own literals leave
 * it; what is no such term keeps its value and goes into `rest`.
 *
 * Large factors are dealt with first. Each x[i] takes the value nearest to its present one with
 * which the smaller ones can still make up the difference. For digits of a number, the case that
 * matters, this never fails. */
#include "explore/linear.h"

#define TERMS_MAX 64
#define WORK_MAX 512
#define FACTOR_MAX ((wide)1 << 40) /* 64 of these times 64-bit values stay far inside 128 bits */

typedef __int128 wide;

struct term {
  expr_id var;
  bool is_signed;
  wide factor, min, max, now;
};

struct sum {
  struct query *q;
  struct term at[TERMS_MAX];
  size_t count;
  wide rest;
  bool is_exact; /* `rest` is made of constants */
};

static wide extended(const struct term *t, uint64_t v, unsigned width) {
  return t->is_signed ? (wide)expr_signed(v, width) : (wide)v;
}

static void narrow(struct sum *s, struct term *t) {
  unsigned w = query_node(s->q, t->var)->width;
  t->min = t->is_signed ? -((wide)1 << (w - 1)) : 0;
  t->max = t->min + (wide)expr_mask(w);
  t->now = extended(t, query_value(s->q, t->var), w);
  for (size_t i = 0; i < s->q->lit.count; i++) {
    const struct atom *a = &s->q->lit.at[i]->atom;
    if (a->kind != ATOM_RANGE || a->x != t->var) continue;
    wide lo = extended(t, a->lo, w), hi = extended(t, a->hi, w);
    if (lo > hi) continue; /* a hole, not an interval */
    if (lo > t->min) t->min = lo;
    if (hi < t->max) t->max = hi;
  }
}

static bool add_term(struct sum *s, expr_id var, bool is_signed, wide factor) {
  for (size_t i = 0; i < s->count; i++)
    if (s->at[i].var == var) return s->at[i].is_signed == is_signed ? s->at[i].factor += factor, true : false;
  if (s->count == TERMS_MAX) return false;
  s->at[s->count++] = (struct term){.var = var, .is_signed = is_signed, .factor = factor};
  return true;
}

static bool is_variable(const struct sum *s, const struct expr *e) {
  return (e->op == EX_ZEXT || e->op == EX_SEXT) && query_node(s->q, e->a)->op == EX_VAR;
}

struct work {
  expr_id id;
  wide factor;
};

static bool take_apart(struct sum *s, expr_id root) {
  struct work todo[TERMS_MAX] = {{root, 1}};
  size_t n = 1;
  for (int steps = 0; n; steps++) {
    struct work t = todo[--n];
    const struct expr *e = query_node(s->q, t.id);
    const struct expr *b = expr_arity(e->op) == 2 ? query_node(s->q, e->b) : e;
    if (n + 2 > TERMS_MAX || steps > WORK_MAX || t.factor > FACTOR_MAX || t.factor < -FACTOR_MAX)
      return false;
    if (e->op == EX_ADD || e->op == EX_SUB) {
      todo[n++] = (struct work){e->a, t.factor};
      todo[n++] = (struct work){e->b, e->op == EX_ADD ? t.factor : -t.factor};
    } else if (e->op == EX_MUL && b->op == EX_CONST)
      todo[n++] = (struct work){e->a, t.factor * expr_signed(expr_const_value(b), b->width)};
    else if (e->op == EX_VAR || is_variable(s, e)) {
      if (!add_term(s, e->op == EX_VAR ? t.id : e->a, e->op != EX_ZEXT, t.factor)) return false;
    } else {
      s->rest += t.factor * expr_signed(query_value(s->q, t.id), e->width);
      s->is_exact &= e->op == EX_CONST;
    }
  }
  return s->count > 0;
}

static wide size_of(const struct term *t) { return t->factor < 0 ? -t->factor : t->factor; }

static void sort_terms(struct sum *s) {
  for (size_t i = 1; i < s->count; i++) {
    struct term t = s->at[i];
    size_t j = i;
    for (; j && size_of(&s->at[j - 1]) < size_of(&t); j--) s->at[j] = s->at[j - 1];
    s->at[j] = t;
  }
}

static wide floor_div(wide a, wide b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

/* x with low <= factor * x <= high, nearest to now. */
static bool choose(const struct term *t, wide low, wide high, wide *x) {
  if (!t->factor) return *x = t->now, true;
  wide from = t->factor > 0 ? low : high, to = t->factor > 0 ? high : low;
  wide min = -floor_div(-from, t->factor), max = floor_div(to, t->factor);
  if (min < t->min) min = t->min;
  if (max > t->max) max = t->max;
  if (min > max) return false;
  *x = t->now < min ? min : t->now > max ? max : t->now;
  return true;
}

static wide least(const struct term *t) { return t->factor * (t->factor > 0 ? t->min : t->max); }
static wide most(const struct term *t) { return t->factor * (t->factor > 0 ? t->max : t->min); }

bool linear_invert(struct query *q, expr_id id, uint64_t v) {
  struct sum s = {.q = q, .is_exact = true};
  wide low = 0, high = 0, x;
  if (!take_apart(&s, id)) return false;
  sort_terms(&s);
  for (size_t i = 0; i < s.count; i++) narrow(&s, &s.at[i]), low += least(&s.at[i]), high += most(&s.at[i]);
  wide left = expr_signed(v, query_node(q, id)->width) - s.rest;
  for (size_t i = 0; i < s.count; i++) {
    low -= least(&s.at[i]);
    high -= most(&s.at[i]);
    if (!choose(&s.at[i], left - high, left - low, &x)) return false;
    left -= s.at[i].factor * x;
    query_set(q, s.at[i].var, (uint64_t)x & expr_mask(query_node(q, s.at[i].var)->width));
  }
  return left == 0;
}

/* All operators of the sum are exact modulo 2^width, so its values are those of the integers
 * low..high, taken modulo 2^width: an arc, when there are less than 2^width of them. If the
 * literal's arc misses that one, nothing satisfies it. */
bool linear_excludes(struct query *q, const struct literal *l) {
  const struct atom *a = &l->atom;
  enum expr_op op = a->kind == ATOM_RANGE ? query_node(q, a->x)->op : EX_VAR;
  struct sum s = {.q = q, .is_exact = true};
  if (op != EX_ADD && op != EX_SUB && op != EX_MUL) return false;
  if (!take_apart(&s, a->x) || !s.is_exact) return false;
  wide low = s.rest, high = s.rest;
  for (size_t i = 0; i < s.count; i++) {
    narrow(&s, &s.at[i]);
    if (s.at[i].min > s.at[i].max) return true;
    low += least(&s.at[i]);
    high += most(&s.at[i]);
  }
  uint64_t mask = expr_mask(a->width), lo = (uint64_t)low & mask, hi = (uint64_t)high & mask;
  return high - low < (wide)mask && !arc_has(lo, hi, a->lo) && !arc_has(a->lo, a->hi, lo);
}
