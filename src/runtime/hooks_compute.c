/* Hooks that compute: reached when at least one operand has a shadow; the result is 0 again if it
 * turns out constant.
 *
 * A shadow is trusted only as far as it is worth the value the program really has, at the width
 * it really has: prototypes may disagree between files (int f() for a function that returns
 * bool), and code that is not instrumented may have changed a value. */
#include "base/check.h"
#include "base/hash.h"
#include "runtime/build.h"
#include "runtime/state.h"

static expr_id adapt(expr_id s, unsigned width, uint64_t value) {
  if (expr_width(s) >= width) return expr_extract(0, width, s);
  return VALUE(s) == value ? expr_zext(width, s) : expr_sext(width, s);
}

/* The operand as an expression of `width` bits. */
static expr_id operand(expr_id s, unsigned width, uint64_t value) {
  value &= expr_mask(width);
  if (!s) return expr_const(width, value);
  if (expr_width(s) != width) s = adapt(s, width, value);
  if (VALUE(s) == value) return s;
  state_debug("operand %u of %u bits is worth %#lx, not %#lx", s, width, (unsigned long)VALUE(s),
              (unsigned long)value);
  return expr_const(width, value);
}

static expr_id constant(expr_id like, uint64_t value) { return expr_const(expr_width(like), value); }
static expr_id is_zero(expr_id e) { return expr_binary(EX_EQ, e, constant(e, 0)); }

/* Binary operators. */

static bool is_division(uint32_t op) {
  return op == EX_UDIV || op == EX_SDIV || op == EX_UREM || op == EX_SREM;
}
static bool is_shift(uint32_t op) { return op == EX_SHL || op == EX_LSHR || op == EX_ASHR; }

static void check_divisor(expr_id divisor, site_ref site) {
  bool good = VALUE(divisor) != 0;
  record_path(EV_DIVISOR, expr_not(is_zero(divisor)), good, site, 0);
  if (!good) run_bug(BUG_DIV_BY_ZERO, site, 0, "division by zero");
}

/* The smallest number divided by -1, for the quotient and for the remainder: undefined in C, a
 * trap on x86. */
static void check_quotient(expr_id a, expr_id divisor, site_ref site) {
  uint64_t lowest = 1ull << (expr_width(a) - 1);
  expr_id is_lowest = expr_binary(EX_EQ, a, constant(a, lowest));
  expr_id is_minus_one = expr_binary(EX_EQ, divisor, constant(divisor, expr_mask(expr_width(a))));
  expr_id overflows = expr_binary(EX_AND, is_lowest, is_minus_one);
  bool good = !VALUE(overflows);
  record_path(EV_DIVISOR, expr_not(overflows), good, site, 0);
  if (!good) run_bug(BUG_DIV_OVERFLOW, site, 0, "overflow: the smallest number is divided by -1");
}

/* What a shift by the width or more gives is the machine's secret: both operands are fixed. */
static expr_id wild_shift(expr_id a, expr_id b, site_ref site) {
  if (!expr_is_const(b)) record_fixed(b, VALUE(b), "shift by the width or more", site);
  if (!expr_is_const(a)) record_fixed(a, VALUE(a), "shift by the width or more", site);
  return 0;
}

/* What binary operations gave before (struct built_state): one look instead of a search for each
 * constant and each step of a simplification. Runs repeat each other, so recall() looks first at
 * the entry behind the last one found: entries and nodes are then read in order, without a cache
 * miss.
 *
 * A find sets the value of the result alone. Invariant: the operands of a remembered result are
 * constants or parts of the operation's operands, so their values are those of this run. */

/* Each operand is a shadow, or 0 and a constant. */
struct operation {
  uint32_t op, width, sa, sb;
  uint64_t a, b; /* values, masked */
};

static uint64_t constant_of(const struct operation *o) { return !o->sa ? o->a : !o->sb ? o->b : 0; }

static uint32_t *slot_of(const struct operation *o) {
  uint64_t hash = hash_mix(o->op << 8 | o->width, (uint64_t)o->sa << 32 | o->sb);
  return &ST->built.slot[hash_index(hash_mix(hash, constant_of(o)), BUILT_BITS)];
}

static bool is_built(const struct operation *o, const struct built *m) {
  return m->result && m->op == o->op && m->width == o->width && m->sa == o->sa && m->sb == o->sb &&
         (o->sa ? VALUE(o->sa) == o->a : m->constant == o->a) &&
         (o->sb ? VALUE(o->sb) == o->b : m->constant == o->b);
}

static bool is_made_of(expr_id e, expr_id x) {
  enum { DEPTH = 4 };
  for (int i = 0; i < DEPTH; i++, e = NODE(e).a) {
    if (x == e) return true;
    if (expr_arity(NODE(e).op) < 1) return false;
    if (expr_arity(NODE(e).op) == 2 && x == NODE(e).b) return true;
  }
  return false;
}

static bool is_known(expr_id x, expr_id a, expr_id b) {
  return expr_is_const(x) || is_made_of(a, x) || is_made_of(b, x);
}

static uint32_t after(uint32_t i) { return (i + 1) % (1u << BUILT_BITS); }

/* The result, or 0. */
static expr_id recall(const struct operation *o) {
  struct built_state *s = &ST->built;
  uint32_t at = s->next;
  if (!is_built(o, &s->log[at]) && !is_built(o, &s->log[at = *slot_of(o)])) return 0;
  s->next = after(at);
  check(s->log[at].result < SHM->expr_count);
  return s->log[at].result;
}

/* A process that makes one run has nothing to recall. */
static void remember(const struct operation *o, expr_id a, expr_id b, expr_id result) {
  struct built_state *s = &ST->built;
  const struct expr *n = &NODE(result);
  if (SHM->plan.mode != PLAN_IN_PROCESS) return;
  if ((o->sa && o->sa != a) || (o->sb && o->sb != b)) return; /* adapted, or not worth its value */
  if (expr_arity(n->op) != 2 || !is_known(n->a, a, b) || !is_known(n->b, a, b)) return;
  s->log[s->end] = (struct built){constant_of(o), o->sa, o->sb, result, (uint8_t)o->op, (uint8_t)o->width};
  *slot_of(o) = s->end;
  s->next = s->end = after(s->end);
}

static expr_id binary(uint32_t op, uint32_t width, uint64_t a, uint64_t b, uint32_t sa, uint32_t sb) {
  const struct operation o = {op, width, sa, sb, a & expr_mask(width), b & expr_mask(width)};
  expr_id e = recall(&o);
  if (e) {
    struct expr n = {.op = (uint8_t)op, .width = expr_is_compare(op) ? 1 : (uint8_t)width};
    VALUE(e) = expr_apply(&n, width, o.a, o.b, 0);
    return e;
  }
  expr_id ea = operand(sa, width, a), eb = operand(sb, width, b);
  e = expr_binary(op, ea, eb);
  remember(&o, ea, eb, e);
  return e;
}

HOOK_SLOW uint32_t __raddle_binary_slow(uint32_t op, uint32_t width, uint64_t a, uint64_t b, uint32_t sa,
                                        uint32_t sb, const struct raddle_site *site) {
  if (!is_division(op) && !is_shift(op)) return expr_shadow(binary(op, width, a, b, sa, sb));
  expr_id ea = operand(sa, width, a), eb = operand(sb, width, b);
  if (expr_is_const(ea) && expr_is_const(eb)) return 0;
  if (is_division(op)) check_divisor(eb, site);
  if (op == EX_SDIV || op == EX_SREM) check_quotient(ea, eb, site);
  if (is_shift(op) && VALUE(eb) >= width) return wild_shift(ea, eb, site);
  return expr_shadow(expr_binary(op, ea, eb));
}

/* Comparisons, casts, choices. */

HOOK_SLOW uint32_t __raddle_compare_slow(uint32_t pred, uint32_t width, uint64_t a, uint64_t b, uint32_t sa,
                                         uint32_t sb) {
  switch (pred) {
  case PRED_EQ: return expr_shadow(binary(EX_EQ, width, a, b, sa, sb));
  case PRED_NE: return expr_shadow(expr_not(binary(EX_EQ, width, a, b, sa, sb)));
  case PRED_UGT: return expr_shadow(binary(EX_ULT, width, b, a, sb, sa));
  case PRED_UGE: return expr_shadow(binary(EX_ULE, width, b, a, sb, sa));
  case PRED_ULT: return expr_shadow(binary(EX_ULT, width, a, b, sa, sb));
  case PRED_ULE: return expr_shadow(binary(EX_ULE, width, a, b, sa, sb));
  case PRED_SGT: return expr_shadow(binary(EX_SLT, width, b, a, sb, sa));
  case PRED_SGE: return expr_shadow(binary(EX_SLE, width, b, a, sb, sa));
  case PRED_SLT: return expr_shadow(binary(EX_SLT, width, a, b, sa, sb));
  case PRED_SLE: return expr_shadow(binary(EX_SLE, width, a, b, sa, sb));
  default: return 0;
  }
}

HOOK_SLOW uint32_t __raddle_cast_slow(uint32_t op, uint32_t from, uint32_t to, uint64_t a, uint32_t sa) {
  expr_id e = operand(sa, from, a);
  if (op == EX_ZEXT) return expr_shadow(expr_zext(to, e));
  if (op == EX_SEXT) return expr_shadow(expr_sext(to, e));
  return expr_shadow(expr_extract(0, to, e));
}

HOOK_SLOW uint32_t __raddle_select_slow(uint32_t width, uint32_t c, uint64_t a, uint64_t b, uint32_t sc,
                                        uint32_t sa, uint32_t sb) {
  expr_id ec = operand(sc, 1, c);
  return expr_shadow(expr_ite(ec, operand(sa, width, a), operand(sb, width, b)));
}

HOOK_SLOW uint32_t __raddle_gep_slow(uint64_t pointer, uint32_t s_pointer, int64_t index, uint32_t s_index,
                                     uint32_t index_width, uint64_t scale) {
  expr_id base = operand(s_pointer, 64, pointer);
  expr_id i = expr_sext(64, operand(s_index, index_width, index));
  return expr_shadow(expr_binary(EX_ADD, base, expr_binary(EX_MUL, i, expr_const(64, scale))));
}

/* Intrinsics, each spelled out in bit-vector operators. */

static expr_id add(expr_id a, expr_id b) { return expr_binary(EX_ADD, a, b); }
static expr_id and (expr_id a, expr_id b) { return expr_binary(EX_AND, a, b); }
static expr_id shift_right(expr_id a, unsigned n) { return expr_binary(EX_LSHR, a, constant(a, n)); }

static expr_id smaller(enum expr_op less, expr_id a, expr_id b) {
  return expr_ite(expr_binary(less, a, b), a, b);
}
static expr_id larger(enum expr_op less, expr_id a, expr_id b) {
  return expr_ite(expr_binary(less, a, b), b, a);
}

static expr_id absolute(expr_id a) {
  expr_id negative = expr_binary(EX_SLT, a, constant(a, 0));
  return expr_ite(negative, expr_binary(EX_SUB, constant(a, 0), a), a);
}

/* Pieces of `bits` bits in reverse order. */
static expr_id reverse(expr_id a, unsigned bits) {
  expr_id whole = expr_extract(0, bits, a);
  for (unsigned lo = bits; lo < expr_width(a); lo += bits)
    whole = expr_concat(whole, expr_extract(lo, bits, a));
  return whole;
}

/* Neighbouring fields are added up until one is left. */
static expr_id count_ones(expr_id a) {
  unsigned width = expr_width(a);
  expr_id x = expr_zext(64, a);
  static const uint64_t fields[] = {0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f,
                                    0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff};
  for (unsigned i = 0; 1u << i < width; i++) {
    expr_id field = expr_const(64, fields[i]);
    x = add(and(x, field), and(shift_right(x, 1 << i), field));
  }
  return expr_resize(width, x);
}

static expr_id leading_zeros(expr_id a) {
  for (unsigned n = 1; n < expr_width(a); n *= 2) a = expr_binary(EX_OR, a, shift_right(a, n));
  return count_ones(expr_not(a));
}

static expr_id trailing_zeros(expr_id a) { return count_ones(and(expr_not(a), add(a, constant(a, -1)))); }

/* High (left) or low half of a:b shifted left by c modulo the width. */
static expr_id funnel(bool left, expr_id a, expr_id b, expr_id c) {
  expr_id width = constant(c, expr_width(a)), by = expr_binary(EX_UREM, c, width);
  expr_id rest = expr_binary(EX_SUB, width, by);
  return expr_binary(EX_OR, expr_binary(EX_SHL, a, left ? by : rest),
                     expr_binary(EX_LSHR, b, left ? rest : by));
}

static expr_id sign_set(expr_id a) { return expr_binary(EX_SLT, a, constant(a, 0)); }
static expr_id xor (expr_id a, expr_id b) { return expr_binary(EX_XOR, a, b); }

    static expr_id mul_overflows_unsigned(expr_id a, expr_id b) {
  unsigned w = expr_width(a);
  if (w > 32) return expr_binary(EX_ULT, expr_binary(EX_UDIV, constant(a, -1), b), a);
  expr_id product = expr_binary(EX_MUL, expr_zext(2 * w, a), expr_zext(2 * w, b));
  return expr_not(is_zero(expr_extract(w, w, product)));
}

static expr_id mul_overflows_signed(expr_id a, expr_id b) {
  unsigned w = expr_width(a);
  if (w <= 32) {
    expr_id product = expr_binary(EX_MUL, expr_sext(2 * w, a), expr_sext(2 * w, b));
    return expr_not(expr_binary(EX_EQ, product, expr_sext(2 * w, expr_extract(0, w, product))));
  }
  expr_id back = expr_binary(EX_SDIV, expr_binary(EX_MUL, a, b), a);
  expr_id minus_one = expr_binary(EX_EQ, a, constant(a, -1));
  expr_id lowest = expr_binary(EX_EQ, b, constant(b, 1ull << (w - 1)));
  expr_id wrong = expr_binary(EX_OR, expr_not(expr_binary(EX_EQ, back, b)), and(minus_one, lowest));
  return and(expr_not(is_zero(a)), wrong);
}

static expr_id overflows(uint32_t which, expr_id a, expr_id b) {
  expr_id sum = add(a, b), difference = expr_binary(EX_SUB, a, b);
  switch (which) {
  case INTR_SADD_OVERFLOWS: return sign_set(and(xor(a, sum), xor(b, sum)));
  case INTR_UADD_OVERFLOWS: return expr_binary(EX_ULT, sum, a);
  case INTR_SSUB_OVERFLOWS: return sign_set(and(xor(a, b), xor(a, difference)));
  case INTR_USUB_OVERFLOWS: return expr_binary(EX_ULT, a, b);
  case INTR_SMUL_OVERFLOWS: return mul_overflows_signed(a, b);
  default: return mul_overflows_unsigned(a, b);
  }
}

HOOK_SLOW uint32_t __raddle_intrinsic_slow(uint32_t which, uint32_t width, uint64_t va, uint64_t vb,
                                           uint64_t vc, uint32_t sa, uint32_t sb, uint32_t sc) {
  expr_id a = operand(sa, width, va), b = operand(sb, width, vb), c = operand(sc, width, vc);
  switch (which) {
  case INTR_ABS: return expr_shadow(absolute(a));
  case INTR_SMIN: return expr_shadow(smaller(EX_SLT, a, b));
  case INTR_SMAX: return expr_shadow(larger(EX_SLT, a, b));
  case INTR_UMIN: return expr_shadow(smaller(EX_ULT, a, b));
  case INTR_UMAX: return expr_shadow(larger(EX_ULT, a, b));
  case INTR_BSWAP: return expr_shadow(reverse(a, 8));
  case INTR_BITREVERSE: return expr_shadow(reverse(a, 1));
  case INTR_CTPOP: return expr_shadow(count_ones(a));
  case INTR_CTLZ: return expr_shadow(leading_zeros(a));
  case INTR_CTTZ: return expr_shadow(trailing_zeros(a));
  case INTR_FSHL: return expr_shadow(funnel(true, a, b, c));
  case INTR_FSHR: return expr_shadow(funnel(false, a, b, c));
  default: return expr_shadow(overflows(which, a, b));
  }
}
