/* A candidate is `current` with few variables changed. It comes from running the goal backwards: to
 * make a term worth v, one of its operands keeps its value and the other is solved for, down to a
 * variable. What operators lose on the way (bits shifted out, the other half of a cast) keeps its
 * value, too.
 *
 * Nothing here can be wrong, only useless: a candidate counts when every literal evaluates as it
 * should. */
#include "explore/candidates.h"
#include "explore/linear.h"

#define ATTEMPTS_MAX 64
#define ATTEMPTS_EXACT 10 /* when the domain stage will decide anyway */
#define DEPTH_MAX 200

/* Which operand gives way; bit i chooses at the i-th operator with two candidates. */
struct inversion {
  struct query *q;
  unsigned choice, used; /* used: how many bits of it */
  int depth;
};

static bool invert(struct inversion *, expr_id e, uint64_t v);

static bool has_choices(const struct inversion *in) { return in->used < 32 && in->choice >> in->used; }

static bool next_choice(struct inversion *in) {
  bool second = has_choices(in) && (in->choice >> in->used & 1);
  in->used++;
  return second;
}

static uint64_t width_of(const struct query *q, expr_id e) { return query_node(q, e)->width; }

static bool is_const(const struct query *q, expr_id e) { return query_node(q, e)->op == EX_CONST; }

/* Modulo 2^64; x odd. Newton: five steps double 3 right bits to 96. */
static uint64_t inverse_of(uint64_t x) {
  uint64_t y = 3 * x ^ 2;
  for (int i = 0; i < 5; i++) y *= 2 - x * y;
  return y;
}

static bool invert_mul(struct inversion *in, expr_id x, uint64_t k, uint64_t v) {
  unsigned w = (unsigned)width_of(in->q, x), zeros;
  if (!k) return false;
  zeros = (unsigned)__builtin_ctzll(k);
  if (v & expr_mask(zeros) & expr_mask(w)) return false;
  uint64_t low = expr_mask(w - zeros), y = (v >> zeros) * inverse_of(k >> zeros) & low;
  return invert(in, x, y | (query_value(in->q, x) & ~low & expr_mask(w)));
}

/* x / k or x % k is to be v; a sign is kept. */
static bool invert_division(struct inversion *in, const struct expr *e, uint64_t k, uint64_t v) {
  uint64_t x = query_value(in->q, e->a), mask = expr_mask(e->width);
  bool is_signed = e->op == EX_SDIV || e->op == EX_SREM;
  int64_t sx = expr_signed(x, e->width), sk = expr_signed(k, e->width);
  if (!k) return false;
  if (e->op == EX_UDIV || e->op == EX_SDIV) return invert(in, e->a, v * k & mask);
  if (!is_signed) { /* the nearest number with this remainder, or the one before it */
    uint64_t back = next_choice(in) ? k : 0;
    return invert(in, e->a, (x - x % k + v - back) & mask);
  }
  if (sk == -1) return false;
  if (sx < 0 && expr_signed(v, e->width) > 0) sx = 0;
  if (sx > 0 && expr_signed(v, e->width) < 0) sx = 0;
  return invert(in, e->a, (uint64_t)(sx - sx % sk + expr_signed(v, e->width)) & mask);
}

/* `left`: solve for the left operand. */
static bool invert_binary(struct inversion *in, const struct expr *e, bool left, uint64_t v) {
  struct query *q = in->q;
  expr_id x = left ? e->a : e->b, other = left ? e->b : e->a;
  uint64_t mask = expr_mask(e->width), k = query_value(q, other), old;
  switch (e->op) {
  case EX_ADD: return invert(in, x, (v - k) & mask);
  case EX_SUB: return invert(in, x, (left ? v + k : k - v) & mask);
  case EX_XOR: return invert(in, x, v ^ k);
  case EX_MUL: return invert_mul(in, x, k, v);
  case EX_AND: old = query_value(q, x); return (v & ~k) ? false : invert(in, x, (old & ~k) | v);
  case EX_OR: old = query_value(q, x); return (k & ~v) ? false : invert(in, x, (old & k) | (v & ~k));
  case EX_UDIV:
  case EX_SDIV:
  case EX_UREM:
  case EX_SREM: return left && invert_division(in, e, k, v);
  case EX_SHL:
    if (!left || k > 63 || k >= e->width || (v & expr_mask((unsigned)k) & (k ? mask : 0))) return false;
    old = query_value(q, x);
    return invert(in, x, v >> k | (old & mask & ~expr_mask(e->width - (unsigned)k)));
  case EX_LSHR:
  case EX_ASHR:
    if (!left || k > 63 || k >= e->width) return false;
    old = query_value(q, x);
    return invert(in, x, (v << k & mask) | (k ? old & expr_mask((unsigned)k) : 0));
  default: return false;
  }
}

static bool invert_compare(struct inversion *in, const struct expr *e, bool left, uint64_t v) {
  expr_id x = left ? e->a : e->b;
  unsigned w = (unsigned)width_of(in->q, x);
  uint64_t k = query_value(in->q, left ? e->b : e->a), mask = expr_mask(w);
  bool is_strict = e->op == EX_ULT || e->op == EX_SLT;
  if ((e->op == EX_EQ || !is_strict) == v) return invert(in, x, k);
  if (e->op == EX_EQ) return invert(in, x, k ^ 1);
  /* strict and wanted: one below (right: above); not strict and unwanted: one above (right:
   * below) */
  return invert(in, x, (left == (v == 1) ? k - 1 : k + 1) & mask);
}

static bool invert_table(struct inversion *in, const struct expr *e, uint64_t v) {
  for (uint32_t i = 0; i < e->c; i++) {
    expr_id o = in->q->store->table[e->b + i];
    if (is_const(in->q, o) && expr_const_value(query_node(in->q, o)) == v) return invert(in, e->a, i);
  }
  return false;
}

static bool invert_ite(struct inversion *in, const struct expr *e, uint64_t v) {
  bool now = query_value(in->q, e->a) != 0;
  expr_id here = now ? e->b : e->c, there = now ? e->c : e->b;
  if (query_value(in->q, there) == v) return invert(in, e->a, !now);
  return invert(in, here, v);
}

/* Sums are first solved as a whole. */
static bool invert_sum(struct inversion *in, expr_id id, uint64_t v) {
  const struct expr *e = query_node(in->q, id);
  if (e->op != EX_ADD && e->op != EX_SUB) return false;
  if (has_choices(in) || is_const(in->q, e->a) || is_const(in->q, e->b)) return false;
  if (!linear_invert(in->q, id, v)) return query_reset(in->q), false;
  in->used++;
  return true;
}

static bool choose_left(struct inversion *in, const struct expr *e) {
  if (is_const(in->q, e->a)) return false;
  if (is_const(in->q, e->b)) return true;
  return !next_choice(in);
}

static bool invert(struct inversion *in, expr_id id, uint64_t v) {
  const struct expr *e = query_node(in->q, id);
  unsigned w;
  if (++in->depth > DEPTH_MAX) return false;
  switch (e->op) {
  case EX_CONST: return expr_const_value(e) == v;
  case EX_VAR: return query_set(in->q, id, v), true;
  case EX_NOT: return invert(in, e->a, ~v & expr_mask(e->width));
  case EX_ZEXT: w = (unsigned)width_of(in->q, e->a); return v <= expr_mask(w) && invert(in, e->a, v);
  case EX_SEXT:
    w = (unsigned)width_of(in->q, e->a);
    if (((uint64_t)expr_signed(v & expr_mask(w), w) & expr_mask(e->width)) != v) return false;
    return invert(in, e->a, v & expr_mask(w));
  case EX_EXTRACT: {
    uint64_t field = expr_mask(e->width) << e->lo;
    return invert(in, e->a, (query_value(in->q, e->a) & ~field) | v << e->lo);
  }
  case EX_CONCAT:
    w = (unsigned)width_of(in->q, e->b);
    return invert(in, e->b, v & expr_mask(w)) && invert(in, e->a, v >> w);
  case EX_ITE: return invert_ite(in, e, v);
  case EX_TABLE: return invert_table(in, e, v);
  case EX_INBYTE:
  case EX_READ: return false;
  default: break;
  }
  if (invert_sum(in, id, v)) return true;
  if (expr_is_compare(e->op)) return invert_compare(in, e, choose_left(in, e), v);
  return invert_binary(in, e, choose_left(in, e), v);
}

bool candidates_invert(struct query *q, expr_id e, uint64_t v) {
  struct inversion in = {.q = q};
  return invert(&in, e, v);
}

/* ---- which values to try ---- */

struct search {
  struct query *q;
  int left; /* attempts */
};

static bool try_value(struct search *s, expr_id e, uint64_t v) {
  for (unsigned choice = 0; choice < 4 && s->left > 0; choice++) {
    struct inversion in = {.q = s->q, .choice = choice};
    query_reset(s->q);
    bool could = invert(&in, e, v);
    s->left--;
    if (could && query_holds(s->q)) return true;
    if (choice + 1 >= 1u << (in.used < 8 ? in.used : 8)) return false; /* no other choice is left */
  }
  return false;
}

static bool try_around(struct search *s, expr_id e, uint64_t v) {
  uint64_t mask = expr_mask(query_node(s->q, e)->width);
  return try_value(s, e, v) || try_value(s, e, (v - 1) & mask) || try_value(s, e, (v + 1) & mask);
}

/* A number of the arc far from its ends is often right when other constraints cut the ends off. */
static bool try_range(struct search *s, const struct atom *a) {
  uint64_t mask = expr_mask(a->width), length = (a->hi - a->lo) & mask;
  if (try_value(s, a->x, a->lo) || try_value(s, a->x, a->hi)) return true;
  if (length < 2) return false;
  if (try_value(s, a->x, (a->lo + length / 2) & mask)) return true;
  return length > 2 && (try_value(s, a->x, (a->lo + 1) & mask) || try_value(s, a->x, (a->hi - 1) & mask));
}

static bool try_pair(struct search *s, const struct atom *a) {
  query_reset(s->q);
  uint64_t x = query_value(s->q, a->x), y = query_value(s->q, a->y), mask = expr_mask(a->width);
  if (a->rel & REL_EQ) return try_value(s, a->x, y) || try_value(s, a->y, x);
  uint64_t below = a->rel & REL_LT ? 0 - 1ull : 1; /* x is to be below y, or above it */
  return try_value(s, a->x, (y + below) & mask) || try_value(s, a->y, (x - below) & mask);
}

static bool try_goal(struct search *s) {
  const struct atom *a = &s->q->lit.at[0]->atom;
  return a->kind == ATOM_RANGE ? try_range(s, a) : a->kind == ATOM_PAIR && try_pair(s, a);
}

/* Ends of the arcs that other literals have for the goal's terms, values of terms they are
 * compared with. */
static bool try_neighbours(struct search *s, expr_id x) {
  for (size_t i = 1; i < s->q->lit.count && s->left > 0; i++) {
    const struct atom a = s->q->lit.at[i]->atom;
    if (a.kind == ATOM_RANGE && a.x == x && (try_value(s, x, a.lo) || try_value(s, x, a.hi))) return true;
    if (a.kind != ATOM_PAIR || (a.x != x && a.y != x)) continue;
    query_reset(s->q);
    if (try_around(s, x, query_value(s->q, a.x == x ? a.y : a.x))) return true;
  }
  return false;
}

static bool try_extremes(struct search *s, expr_id x) {
  uint64_t mask = expr_mask(query_node(s->q, x)->width), high = mask ^ mask >> 1;
  const uint64_t values[] = {0, 1, mask, high, high - 1};
  for (size_t i = 0; i < sizeof values / sizeof *values; i++)
    if (try_value(s, x, values[i] & mask)) return true;
  return false;
}

/* After the goal is met, what it broke is mended by running that backwards, too: a few rounds. */
static bool try_repair(struct search *s) {
  struct query *q = s->q;
  enum { ROUNDS = 8 };
  query_reset(q);
  for (int round = 0; round < ROUNDS && s->left > 0; round++, s->left--) {
    if (query_holds(q)) return true;
    size_t bad = literal_holds(q, q->lit.at[0]) ? 1 : 0; /* query_holds moved the failing one to the front */
    const struct atom *a = &q->lit.at[bad]->atom;
    struct inversion in = {.q = q, .choice = (unsigned)round};
    bool could = false;
    if (a->kind == ATOM_RANGE)
      could = invert(&in, a->x, round & 1 ? a->hi : a->lo);
    else if (a->kind == ATOM_PAIR)
      could = invert(&in, a->y, (query_value(q, a->x) + !(a->rel & REL_EQ)) & expr_mask(a->width));
    if (!could) return false;
  }
  return query_holds(q);
}

static bool is_plain(const struct query *q, const struct atom *a) {
  if (a->kind == ATOM_RANGE) return query_node(q, a->x)->op == EX_VAR;
  return a->kind == ATOM_PAIR && query_node(q, a->x)->op == EX_VAR && query_node(q, a->y)->op == EX_VAR;
}

bool candidates_try(struct query *q) {
  struct search s = {q, ATTEMPTS_EXACT};
  const struct atom goal = q->lit.at[0]->atom;
  bool exact = true;
  for (size_t i = 0; i < q->lit.count && exact; i++) exact = is_plain(q, &q->lit.at[i]->atom);
  if (!exact) s.left = ATTEMPTS_MAX;
  if (try_goal(&s)) return true;
  if (exact) return false;
  if (try_repair(&s)) return true;
  if (try_neighbours(&s, goal.x) || (goal.kind == ATOM_PAIR && try_neighbours(&s, goal.y))) return true;
  if (goal.kind == ATOM_PAIR && (try_extremes(&s, goal.x) || try_extremes(&s, goal.y))) return true;
  for (size_t i = 0; i < q->vars.count && s.left > 0; i++)
    if (try_extremes(&s, q->vars.at[i])) return true;
  return false;
}
