/* The expression store: nodes in an array, found again through an open-addressing table of ids.
 *
 * Both lie in the shared mapping and outlive runs, resets and processes. hash_mask + 1 is the table's
 * size, twice the number of nodes at least; mask 0 means the table has to be rebuilt (it is 0 while one
 * is, so that a process that dies in between leaves no half-built table behind).
 *
 * Invariant: two nodes are never equal (TABLE: in index and elements); operands are older than their node;
 * the constant of a commutative operation, and of EQ, is on the right; no > >= != nodes exist.
 *
 * Simplification is local: a rule looks at a node and its operands, and what it builds is smaller or
 * closer to that normal form, so it ends. tests/unit/test_build.c checks every rule against plain
 * evaluation. */
#include "runtime/build.h"
#include <string.h>

enum { HASH_START = 1 << 12 };

static inline uint64_t mix(uint64_t x, uint64_t y) {
  uint64_t h = (x ^ (y << 29 | y >> 35)) * 0x9e3779b97f4a7c15ull;
  h ^= h >> 32;
  h *= 0xd6e8feb86659fd93ull;
  return h ^ h >> 32;
}

static inline uint64_t hash_node(const struct expr *n) {
  uint64_t w[2];
  memcpy(w, n, sizeof w);
  return mix(w[0], w[1]);
}

static uint64_t hash_table(unsigned width, expr_id index, const expr_id *element, uint32_t count) {
  uint64_t h = mix((uint64_t)EX_TABLE << 32 | width, (uint64_t)index << 32 | count);
  for (uint32_t i = 0; i < count; i++) h = mix(h, element[i]);
  return h;
}

static uint64_t hash_of(expr_id id) {
  const struct expr *n = &NODE(id);
  return n->op == EX_TABLE ? hash_table(n->width, n->a, shm_pool(SHM) + n->b, n->c) : hash_node(n);
}

static void rehash(uint32_t size) {
  uint32_t *table = shm_hash(SHM);
  SHM->hash_mask = 0;
  __asm__ volatile("" ::: "memory");
  memset(table, 0, sizeof *table * (size_t)size);
  for (expr_id id = 1; id < SHM->expr_count; id++) {
    uint32_t slot = hash_of(id) & (size - 1);
    while (table[slot]) slot = (slot + 1) & (size - 1);
    table[slot] = id;
  }
  __asm__ volatile("" ::: "memory");
  SHM->hash_mask = size - 1;
}

static void make_room(void) {
  uint32_t size = HASH_START;
  while (size < SHM_HASH_MAX && size < 4 * (uint64_t)SHM->expr_count) size *= 2;
  rehash(size);
}

void expr_open(void) {
  if (SHM->expr_count) return;
  SHM->expr_count = 1;
  rehash(HASH_START);
}

static expr_id append(struct expr n, uint64_t value, uint32_t slot) {
  expr_id id = SHM->expr_count;
  if (id >= SHM->limit[LIMIT_EXPRS]) expr_full();
  NODE(id) = n;
  VALUE(id) = value;
  SHM->expr_count = id + 1;
  shm_hash(SHM)[slot] = id;
  return id;
}

static expr_id intern(struct expr n, uint64_t value) {
  if (__builtin_expect(2 * (uint64_t)SHM->expr_count > SHM->hash_mask, 0)) make_room();
  uint32_t mask = SHM->hash_mask, slot = hash_node(&n) & mask, *table = shm_hash(SHM);
  for (expr_id id; (id = table[slot]); slot = (slot + 1) & mask) {
    if (memcmp(&NODE(id), &n, sizeof n)) continue;
    VALUE(id) = value;
    return id;
  }
  return append(n, value, slot);
}

static bool same_table(expr_id id, unsigned width, expr_id index, const expr_id *element, uint32_t count) {
  const struct expr *n = &NODE(id);
  return n->op == EX_TABLE && n->width == width && n->a == index && n->c == count &&
         !memcmp(shm_pool(SHM) + n->b, element, count * sizeof *element);
}

static expr_id intern_table(unsigned width, expr_id index, const expr_id *element, uint32_t count,
                            uint64_t value) {
  if (2 * (uint64_t)SHM->expr_count > SHM->hash_mask) make_room();
  uint32_t mask = SHM->hash_mask, *table = shm_hash(SHM);
  uint32_t slot = hash_table(width, index, element, count) & mask;
  for (expr_id id; (id = table[slot]); slot = (slot + 1) & mask) {
    if (!same_table(id, width, index, element, count)) continue;
    VALUE(id) = value;
    return id;
  }
  uint32_t first = SHM->pool_count;
  if (first + (uint64_t)count > SHM->limit[LIMIT_POOL]) expr_full();
  memcpy(shm_pool(SHM) + first, element, count * sizeof *element);
  SHM->pool_count = first + count;
  return append((struct expr){.op = EX_TABLE, .width = width, .a = index, .b = first, .c = count}, value,
                slot);
}

/* Leaves. */

expr_id expr_const(unsigned width, uint64_t value) {
  value &= expr_mask(width);
  return intern((struct expr){.op = EX_CONST, .width = width, .b = (uint32_t)value, .c = value >> 32}, value);
}

expr_id expr_var(unsigned thread, uint32_t first, unsigned bytes, uint64_t value) {
  return intern((struct expr){.op = EX_VAR, .width = 8 * bytes, .a = thread, .b = first}, value);
}

expr_id expr_inbyte(unsigned thread, uint32_t byte, uint8_t value) {
  return intern((struct expr){.op = EX_INBYTE, .width = 8, .a = thread, .b = byte}, value);
}

expr_id expr_read(unsigned thread, uint32_t ordinal, unsigned bytes, uint64_t value) {
  return intern((struct expr){.op = EX_READ, .width = 8 * bytes, .a = thread, .b = ordinal}, value);
}

/* Inner nodes, once simplification has had its say. `operands` is the width expr_apply wants. */
static inline expr_id node(struct expr n, unsigned operands) {
  uint64_t value = expr_apply(&n, operands, VALUE(n.a), n.b ? VALUE(n.b) : 0, n.c ? VALUE(n.c) : 0);
  return intern(n, value);
}

static expr_id node2(enum expr_op op, unsigned width, expr_id a, expr_id b) {
  return node((struct expr){.op = op, .width = width, .a = a, .b = b}, expr_width(op == EX_CONCAT ? b : a));
}

static expr_id node1(enum expr_op op, unsigned width, unsigned lo, expr_id a) {
  return node((struct expr){.op = op, .width = width, .lo = lo, .a = a}, expr_width(a));
}

static inline bool is(expr_id e, enum expr_op op) { return NODE(e).op == op; }
static inline expr_id sub_a(expr_id e) { return NODE(e).a; }
static inline expr_id sub_b(expr_id e) { return NODE(e).b; }
static inline uint64_t cv(expr_id e) { return expr_const_value(&NODE(e)); }
static inline bool is_value(expr_id e, uint64_t v) { return expr_is_const(e) && cv(e) == v; }
static inline bool is_ext(expr_id e) { return is(e, EX_ZEXT) || is(e, EX_SEXT); }
/* op(x, constant) */
static inline bool is_with_const(expr_id e, enum expr_op op) { return is(e, op) && expr_is_const(sub_b(e)); }

static expr_id truth(bool b) { return expr_const(1, b); }
static expr_id add(expr_id a, expr_id b) { return expr_binary(EX_ADD, a, b); }
static expr_id add_const(expr_id a, uint64_t c) { return add(a, expr_const(expr_width(a), c)); }

static bool is_commutative(enum expr_op op) {
  switch (op) {
  case EX_ADD:
  case EX_MUL:
  case EX_AND:
  case EX_OR:
  case EX_XOR:
  case EX_EQ: return true;
  default: return false;
  }
}

static bool is_power_of_two(uint64_t c) { return c && !(c & (c - 1)); }
static bool is_complement(expr_id a, expr_id b) {
  return (is(a, EX_NOT) && sub_a(a) == b) || (is(b, EX_NOT) && sub_a(b) == a);
}

/* Arithmetic. Each returns 0 when no rule applies. */

static expr_id simplify_add(unsigned w, expr_id a, expr_id b) {
  (void)w;
  if (expr_is_const(b)) {
    uint64_t c = cv(b);
    if (!c) return a;
    if (is_with_const(a, EX_ADD)) return add_const(sub_a(a), cv(sub_b(a)) + c);
    if (is(a, EX_SUB) && expr_is_const(sub_a(a)))
      return expr_binary(EX_SUB, expr_const(w, cv(sub_a(a)) + c), sub_b(a));
    return 0;
  }
  if (is_with_const(a, EX_ADD)) return add(add(sub_a(a), b), sub_b(a));
  if (is_with_const(b, EX_ADD)) return add(add(a, sub_a(b)), sub_b(b));
  if (is(a, EX_SUB) && sub_b(a) == b) return sub_a(a);
  if (is(b, EX_SUB) && sub_b(b) == a) return sub_a(b);
  return 0;
}

static expr_id simplify_sub(unsigned w, expr_id a, expr_id b) {
  if (a == b) return expr_const(w, 0);
  if (expr_is_const(b)) return add_const(a, -cv(b));
  if (is_with_const(b, EX_ADD)) return add_const(expr_binary(EX_SUB, a, sub_a(b)), -cv(sub_b(b)));
  if (is_with_const(a, EX_ADD)) return add(expr_binary(EX_SUB, sub_a(a), b), sub_b(a));
  if (is(a, EX_ADD) && sub_a(a) == b) return sub_b(a);
  if (is(a, EX_ADD) && sub_b(a) == b) return sub_a(a);
  return 0;
}

static expr_id simplify_mul(unsigned w, expr_id a, expr_id b) {
  if (!expr_is_const(b)) return 0;
  if (cv(b) == 0) return b;
  if (cv(b) == 1) return a;
  if (is_with_const(a, EX_MUL)) return expr_binary(EX_MUL, sub_a(a), expr_const(w, cv(sub_b(a)) * cv(b)));
  return 0;
}

static expr_id simplify_div(enum expr_op op, unsigned w, expr_id a, expr_id b) {
  if (!expr_is_const(b)) return 0;
  uint64_t c = cv(b);
  bool remainder = op == EX_UREM || op == EX_SREM;
  if (c == 1) return remainder ? expr_const(w, 0) : a;
  if (op == EX_UDIV && is_power_of_two(c)) return expr_binary(EX_LSHR, a, expr_const(w, __builtin_ctzll(c)));
  if (op == EX_UREM && is_power_of_two(c)) return expr_binary(EX_AND, a, expr_const(w, c - 1));
  return 0;
}

static expr_id simplify_shift(enum expr_op op, unsigned w, expr_id a, expr_id b) {
  if (!expr_is_const(b)) return 0;
  if (cv(b) == 0) return a;
  if (cv(b) < w) return 0;
  return op != EX_ASHR ? expr_const(w, 0) : cv(b) == w - 1 ? 0 : expr_binary(op, a, expr_const(w, w - 1));
}

static expr_id simplify_and(unsigned w, expr_id a, expr_id b) {
  if (a == b) return a;
  if (is_complement(a, b)) return expr_const(w, 0);
  if (!expr_is_const(b)) return 0;
  uint64_t c = cv(b);
  if (c == 0) return b;
  if (c == expr_mask(w)) return a;
  if (is_with_const(a, EX_AND)) return expr_binary(EX_AND, sub_a(a), expr_const(w, cv(sub_b(a)) & c));
  if (is_power_of_two(c + 1)) return expr_zext(w, expr_extract(0, __builtin_ctzll(c + 1), a));
  return 0;
}

static expr_id simplify_or(unsigned w, expr_id a, expr_id b) {
  if (a == b) return a;
  if (is_complement(a, b)) return expr_const(w, expr_mask(w));
  if (!expr_is_const(b)) return 0;
  if (cv(b) == 0) return a;
  if (cv(b) == expr_mask(w)) return b;
  if (is_with_const(a, EX_OR)) return expr_binary(EX_OR, sub_a(a), expr_const(w, cv(sub_b(a)) | cv(b)));
  return 0;
}

static expr_id simplify_xor(unsigned w, expr_id a, expr_id b) {
  if (a == b) return expr_const(w, 0);
  if (is_complement(a, b)) return expr_const(w, expr_mask(w));
  if (!expr_is_const(b)) return 0;
  if (cv(b) == 0) return a;
  if (cv(b) == expr_mask(w)) return expr_not(a);
  if (is_with_const(a, EX_XOR)) return expr_binary(EX_XOR, sub_a(a), expr_const(w, cv(sub_b(a)) ^ cv(b)));
  return 0;
}

/* Comparisons. */

static uint64_t inverse_odd(uint64_t c) { /* Newton: c * x == 1 modulo 2^64 */
  uint64_t x = c;
  for (int i = 0; i < 6; i++) x *= 2 - c * x;
  return x;
}

static expr_id equal(expr_id a, expr_id b) { return expr_binary(EX_EQ, a, b); }
static expr_id equal_const(expr_id a, uint64_t c) { return equal(a, expr_const(expr_width(a), c)); }

static expr_id equal_ext(expr_id a, uint64_t c) {
  expr_id x = sub_a(a);
  unsigned wx = expr_width(x);
  uint64_t back =
      is(a, EX_ZEXT) ? c & expr_mask(wx) : (uint64_t)expr_signed(c, wx) & expr_mask(expr_width(a));
  return back == c ? equal_const(x, c) : truth(false);
}

static expr_id equal_ite(expr_id a, uint64_t c) {
  const struct expr n = NODE(a);
  if (!expr_is_const(n.b) || !expr_is_const(n.c)) return 0;
  bool yes = cv(n.b) == c, no = cv(n.c) == c;
  return yes == no ? truth(yes) : yes ? n.a : expr_not(n.a);
}

static expr_id equal_to_const(unsigned w, expr_id a, uint64_t c) {
  if (w == 1) return c ? a : expr_not(a);
  switch (NODE(a).op) {
  case EX_ADD: return expr_is_const(sub_b(a)) ? equal_const(sub_a(a), c - cv(sub_b(a))) : 0;
  case EX_XOR: return expr_is_const(sub_b(a)) ? equal_const(sub_a(a), c ^ cv(sub_b(a))) : 0;
  case EX_SUB:
    if (expr_is_const(sub_a(a))) return equal_const(sub_b(a), cv(sub_a(a)) - c);
    return c == 0 ? equal(sub_a(a), sub_b(a)) : 0;
  case EX_MUL:
    if (!expr_is_const(sub_b(a)) || !(cv(sub_b(a)) & 1)) return 0;
    return equal_const(sub_a(a), c * inverse_odd(cv(sub_b(a))));
  case EX_NOT: return equal_const(sub_a(a), ~c);
  case EX_ZEXT:
  case EX_SEXT: return equal_ext(a, c);
  case EX_ITE: return equal_ite(a, c);
  case EX_CONCAT:
    return expr_binary(EX_AND, equal_const(sub_a(a), c >> expr_width(sub_b(a))), equal_const(sub_b(a), c));
  default: return 0;
  }
}

static bool same_ext(expr_id a, expr_id b, enum expr_op op) {
  return is(a, op) && is(b, op) && expr_width(sub_a(a)) == expr_width(sub_a(b));
}

static expr_id simplify_eq(unsigned w, expr_id a, expr_id b) {
  if (a == b) return truth(true);
  if (expr_is_const(b)) return equal_to_const(w, a, cv(b));
  if (is_complement(a, b)) return truth(false);
  if (same_ext(a, b, EX_ZEXT) || same_ext(a, b, EX_SEXT)) return equal(sub_a(a), sub_a(b));
  return 0;
}

static int64_t smax(unsigned w) { return (int64_t)(expr_mask(w) >> 1); }
static int64_t smin(unsigned w) { return -smax(w) - 1; }
static int64_t scv(expr_id e) { return expr_signed(cv(e), expr_width(e)); }

static expr_id ult(expr_id a, expr_id b) { return expr_binary(EX_ULT, a, b); }
static expr_id slt(expr_id a, expr_id b) { return expr_binary(EX_SLT, a, b); }

static expr_id simplify_ult(unsigned w, expr_id a, expr_id b) {
  if (a == b || is_value(b, 0) || is_value(a, expr_mask(w))) return truth(false);
  if (is_value(b, 1)) return equal_const(a, 0);
  if (is_value(a, 0)) return expr_not(equal_const(b, 0));
  if (is_value(b, expr_mask(w))) return expr_not(equal(a, b));
  if (same_ext(a, b, EX_ZEXT)) return ult(sub_a(a), sub_a(b));
  if (is(a, EX_ZEXT) && expr_is_const(b)) {
    unsigned wx = expr_width(sub_a(a));
    return cv(b) > expr_mask(wx) ? truth(true) : ult(sub_a(a), expr_const(wx, cv(b)));
  }
  if (is(b, EX_ZEXT) && expr_is_const(a)) {
    unsigned wx = expr_width(sub_a(b));
    return cv(a) >= expr_mask(wx) ? truth(false) : ult(expr_const(wx, cv(a)), sub_a(b));
  }
  /* An index in its bounds: negative ones are large numbers at either width. */
  if (is(a, EX_SEXT) && expr_is_const(b)) {
    unsigned wx = expr_width(sub_a(a));
    if (cv(b) <= (uint64_t)smax(wx)) return ult(sub_a(a), expr_const(wx, cv(b)));
  }
  return 0;
}

static expr_id simplify_ule(unsigned w, expr_id a, expr_id b) {
  if (a == b || is_value(a, 0) || is_value(b, expr_mask(w))) return truth(true);
  if (expr_is_const(b)) return ult(a, expr_const(w, cv(b) + 1));
  if (expr_is_const(a)) return ult(expr_const(w, cv(a) - 1), b);
  if (same_ext(a, b, EX_ZEXT)) return expr_binary(EX_ULE, sub_a(a), sub_a(b));
  return 0;
}

static expr_id simplify_slt_const(expr_id a, int64_t c) { /* a < c */
  expr_id x = sub_a(a);
  unsigned wx = expr_width(x), w = expr_width(a);
  if (is(a, EX_ZEXT)) return c <= 0 ? truth(false) : ult(a, expr_const(w, c));
  if (c > smax(wx)) return truth(true);
  if (c <= smin(wx)) return truth(false);
  return slt(x, expr_const(wx, c));
}

static expr_id simplify_const_slt(int64_t c, expr_id b) { /* c < b */
  expr_id x = sub_a(b);
  unsigned wx = expr_width(x), w = expr_width(b);
  if (is(b, EX_ZEXT)) return c < 0 ? truth(true) : ult(expr_const(w, c), b);
  if (c >= smax(wx)) return truth(false);
  if (c < smin(wx)) return truth(true);
  return slt(expr_const(wx, c), x);
}

static expr_id simplify_slt(unsigned w, expr_id a, expr_id b) {
  if (a == b) return truth(false);
  if (expr_is_const(b) && scv(b) == smin(w)) return truth(false);
  if (expr_is_const(a) && scv(a) == smax(w)) return truth(false);
  if (same_ext(a, b, EX_SEXT)) return slt(sub_a(a), sub_a(b));
  if (is(a, EX_ZEXT) && is(b, EX_ZEXT)) return ult(a, b);
  if (is_ext(a) && expr_is_const(b)) return simplify_slt_const(a, scv(b));
  if (is_ext(b) && expr_is_const(a)) return simplify_const_slt(scv(a), b);
  return 0;
}

static expr_id simplify_sle(unsigned w, expr_id a, expr_id b) {
  if (a == b) return truth(true);
  if (expr_is_const(b)) return scv(b) == smax(w) ? truth(true) : slt(a, expr_const(w, cv(b) + 1));
  if (expr_is_const(a)) return scv(a) == smin(w) ? truth(true) : slt(expr_const(w, cv(a) - 1), b);
  if (same_ext(a, b, EX_SEXT)) return expr_binary(EX_SLE, sub_a(a), sub_a(b));
  if (is(a, EX_ZEXT) && is(b, EX_ZEXT)) return expr_binary(EX_ULE, a, b);
  return 0;
}

static expr_id simplify(enum expr_op op, unsigned w, expr_id a, expr_id b) {
  switch (op) {
  case EX_ADD: return simplify_add(w, a, b);
  case EX_SUB: return simplify_sub(w, a, b);
  case EX_MUL: return simplify_mul(w, a, b);
  case EX_UDIV:
  case EX_SDIV:
  case EX_UREM:
  case EX_SREM: return simplify_div(op, w, a, b);
  case EX_SHL:
  case EX_LSHR:
  case EX_ASHR: return simplify_shift(op, w, a, b);
  case EX_AND: return simplify_and(w, a, b);
  case EX_OR: return simplify_or(w, a, b);
  case EX_XOR: return simplify_xor(w, a, b);
  case EX_EQ: return simplify_eq(w, a, b);
  case EX_ULT: return simplify_ult(w, a, b);
  case EX_ULE: return simplify_ule(w, a, b);
  case EX_SLT: return simplify_slt(w, a, b);
  case EX_SLE: return simplify_sle(w, a, b);
  default: return 0;
  }
}

static expr_id fold(enum expr_op op, unsigned width, unsigned w, expr_id a, expr_id b) {
  struct expr n = {.op = op, .width = width};
  return expr_const(width, expr_apply(&n, w, cv(a), cv(b), 0));
}

expr_id expr_binary(enum expr_op op, expr_id a, expr_id b) {
  unsigned w = expr_width(a), width = expr_is_compare(op) ? 1 : w;
  bool ca = expr_is_const(a), cb = expr_is_const(b);
  if (ca && cb) return fold(op, width, w, a, b);
  if (is_commutative(op) && (ca || (!cb && a > b))) {
    expr_id swap = a;
    a = b, b = swap;
  }
  expr_id simpler = simplify(op, w, a, b);
  return simpler ? simpler : node2(op, width, a, b);
}

expr_id expr_not(expr_id a) {
  unsigned w = expr_width(a);
  if (expr_is_const(a)) return expr_const(w, ~cv(a));
  switch (NODE(a).op) {
  case EX_NOT: return sub_a(a);
  case EX_ULT: return expr_binary(EX_ULE, sub_b(a), sub_a(a));
  case EX_ULE: return expr_binary(EX_ULT, sub_b(a), sub_a(a));
  case EX_SLT: return expr_binary(EX_SLE, sub_b(a), sub_a(a));
  case EX_SLE: return expr_binary(EX_SLT, sub_b(a), sub_a(a));
  default: return node1(EX_NOT, w, 0, a);
  }
}

/* Width changes. */

expr_id expr_zext(unsigned width, expr_id a) {
  if (width == expr_width(a)) return a;
  if (expr_is_const(a)) return expr_const(width, cv(a));
  if (is(a, EX_ZEXT)) return expr_zext(width, sub_a(a));
  return node1(EX_ZEXT, width, 0, a);
}

expr_id expr_sext(unsigned width, expr_id a) {
  if (width == expr_width(a)) return a;
  if (expr_is_const(a)) return expr_const(width, scv(a));
  if (is(a, EX_SEXT)) return expr_sext(width, sub_a(a));
  if (is(a, EX_ZEXT)) return expr_zext(width, sub_a(a));
  return node1(EX_SEXT, width, 0, a);
}

static expr_id extract_ext(unsigned lo, unsigned width, expr_id a) {
  expr_id x = sub_a(a);
  unsigned wx = expr_width(x);
  bool zero = is(a, EX_ZEXT);
  if (lo + width <= wx) return expr_extract(lo, width, x);
  if (lo == 0) return zero ? expr_zext(width, x) : expr_sext(width, x);
  if (zero) return lo >= wx ? expr_const(width, 0) : expr_zext(width, expr_extract(lo, wx - lo, x));
  if (lo < wx) return expr_sext(width, expr_extract(lo, wx - lo, x));
  return expr_sext(width, expr_extract(wx - 1, 1, x));
}

static expr_id extract_concat(unsigned lo, unsigned width, expr_id a) {
  unsigned low_width = expr_width(sub_b(a));
  if (lo + width <= low_width) return expr_extract(lo, width, sub_b(a));
  if (lo >= low_width) return expr_extract(lo - low_width, width, sub_a(a));
  return 0;
}

/* (char)(c + 1) is computed in int: the low bits of such a sum need only the low bits of its parts. */
static bool is_narrow(expr_id e, unsigned width) {
  return expr_is_const(e) || (is_ext(e) && expr_width(sub_a(e)) <= width);
}

static expr_id extract_low(unsigned width, expr_id a) {
  const struct expr n = NODE(a);
  switch (n.op) {
  case EX_ADD:
  case EX_SUB:
  case EX_MUL:
  case EX_AND:
  case EX_OR:
  case EX_XOR:
    if (!is_narrow(n.a, width) || !is_narrow(n.b, width)) return 0;
    return expr_binary(n.op, expr_extract(0, width, n.a), expr_extract(0, width, n.b));
  case EX_NOT: return is_narrow(n.a, width) ? expr_not(expr_extract(0, width, n.a)) : 0;
  default: return 0;
  }
}

expr_id expr_extract(unsigned lo, unsigned width, expr_id a) {
  if (width == expr_width(a)) return a;
  if (expr_is_const(a)) return expr_const(width, cv(a) >> lo);
  expr_id simpler = 0;
  if (is(a, EX_EXTRACT)) return expr_extract(lo + NODE(a).lo, width, sub_a(a));
  if (is_ext(a)) return extract_ext(lo, width, a);
  if (is(a, EX_CONCAT))
    simpler = extract_concat(lo, width, a);
  else if (lo == 0)
    simpler = extract_low(width, a);
  return simpler ? simpler : node1(EX_EXTRACT, width, lo, a);
}

static bool is_adjacent(expr_id high, expr_id low) {
  return is(high, EX_EXTRACT) && is(low, EX_EXTRACT) && sub_a(high) == sub_a(low) &&
         NODE(high).lo == NODE(low).lo + expr_width(low);
}

expr_id expr_concat(expr_id high, expr_id low) {
  unsigned wh = expr_width(high), wl = expr_width(low), width = wh + wl;
  if (expr_is_const(high) && expr_is_const(low)) return expr_const(width, cv(high) << wl | cv(low));
  if (is_value(high, 0)) return expr_zext(width, low);
  if (is(high, EX_ZEXT)) return expr_zext(width, expr_concat(sub_a(high), low));
  if (is_adjacent(high, low)) return expr_extract(NODE(low).lo, width, sub_a(low));
  if (is(low, EX_CONCAT) && is_adjacent(high, sub_a(low)))
    return expr_concat(expr_concat(high, sub_a(low)), sub_b(low));
  return node2(EX_CONCAT, width, high, low);
}

expr_id expr_resize(unsigned width, expr_id a) {
  return width < expr_width(a) ? expr_extract(0, width, a) : expr_zext(width, a);
}

expr_id expr_fit(unsigned size, expr_id e, uint64_t value) {
  if (!e) return 0;
  if (expr_width(e) != 8 * size) e = expr_resize(8 * size, e);
  return VALUE(e) == (value & expr_mask(8 * size)) ? expr_shadow(e) : 0;
}

/* Choices. */

static expr_id ite_of_truths(expr_id c, expr_id a, expr_id b) {
  if (expr_is_const(a)) return cv(a) ? expr_binary(EX_OR, c, b) : expr_binary(EX_AND, expr_not(c), b);
  if (expr_is_const(b)) return cv(b) ? expr_binary(EX_OR, expr_not(c), a) : expr_binary(EX_AND, c, a);
  return 0;
}

expr_id expr_ite(expr_id c, expr_id a, expr_id b) {
  unsigned w = expr_width(a);
  if (expr_is_const(c)) return cv(c) ? a : b;
  if (a == b) return a;
  if (is(c, EX_NOT)) return expr_ite(sub_a(c), b, a);
  expr_id simpler = w == 1 ? ite_of_truths(c, a, b) : 0;
  return simpler ? simpler : node((struct expr){.op = EX_ITE, .width = w, .a = c, .b = a, .c = b}, w);
}

expr_id expr_table(expr_id index, const expr_id *element, uint32_t count) {
  uint64_t i = VALUE(index) < count ? VALUE(index) : count - 1;
  bool all_equal = true;
  for (uint32_t k = 1; k < count && all_equal; k++) all_equal = element[k] == element[0];
  if (all_equal || expr_is_const(index)) return element[i];
  return intern_table(expr_width(element[0]), index, element, count, VALUE(element[i]));
}
