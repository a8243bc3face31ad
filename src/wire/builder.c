/* The expression store: nodes in an array, found again through an open-addressing table of ids.
 *
 * Both lie in the shared mapping and outlive runs, resets and processes. hash_mask + 1 is the
 * table's size, twice the number of nodes at least; mask 0 means the table has to be rebuilt (it is
 * 0 while one is, so that a process that dies in between leaves no half-built table behind).
 *
 * Invariant: two nodes are never equal (TABLE: in index and elements); operands are older than
 * their node; the constant of a commutative operation, and of EQ, is on the right; no > >= != nodes
 * exist.
 *
 * Simplification is local: a rule looks at a node and its operands, and what it builds is
 * smaller or closer to that normal form, so it ends. tests/unit/test_build.c checks every rule
 * against plain evaluation. */
#include "wire/builder.h"
#include "base/check.h"
#include "base/hash.h"
#include <string.h>

enum { HASH_START = 1 << 12 }; /* slots */

#define NODE(s, e) (shm_node(s)[e])
#define VALUE(s, e) (shm_value(s)[e])

static inline unsigned width_of(const struct shm *s, expr_id e) { return NODE(s, e).width; }
static inline bool is_const(const struct shm *s, expr_id e) { return NODE(s, e).op == EX_CONST; }

/* ---- the store ---- */

static inline uint64_t hash_node(const struct expr *n) {
  uint64_t w[2];
  memcpy(w, n, sizeof w);
  return hash_mix(0, w[0]) ^ w[1];
}

static uint64_t hash_elements(unsigned width, expr_id index, const expr_id *element, uint32_t count) {
  uint64_t h = hash_mix((uint64_t)EX_TABLE << 32 | width, (uint64_t)index << 32 | count);
  for (uint32_t i = 0; i < count; i++) h = hash_mix(h, element[i]);
  return h;
}

static uint64_t hash_of(const struct shm *s, expr_id id) {
  const struct expr *n = &NODE(s, id);
  return n->op == EX_TABLE ? hash_elements(n->width, n->a, shm_pool(s) + n->b, n->c) : hash_node(n);
}

static inline uint32_t slot_of(uint64_t hash, uint32_t mask) {
  return (uint32_t)hash_index(hash, 64 - (unsigned)__builtin_clzll(mask));
}

static void rehash(struct shm *s, uint32_t size) {
  uint32_t *table = shm_hash(s);
  s->hash_mask = 0;
  __asm__ volatile("" ::: "memory");
  memset(table, 0, sizeof *table * (size_t)size);
  for (expr_id id = 1; id < s->expr_count; id++) {
    uint32_t slot = slot_of(hash_of(s, id), size - 1);
    while (table[slot]) slot = (slot + 1) & (size - 1);
    table[slot] = id;
  }
  __asm__ volatile("" ::: "memory");
  s->hash_mask = size - 1;
}

static void make_room(struct shm *s) {
  uint32_t size = HASH_START;
  while (size < SHM_HASH_MAX && size < 4 * (uint64_t)s->expr_count) size *= 2;
  rehash(s, size);
}

void build_open(struct shm *s) {
  if (s->expr_count) return;
  s->expr_count = 1;
  rehash(s, HASH_START);
}

static expr_id append(struct shm *s, struct expr n, uint64_t value, uint32_t slot) {
  expr_id id = s->expr_count;
  if (id >= s->limit[LIMIT_EXPRS]) build_full(s);
  NODE(s, id) = n;
  VALUE(s, id) = value;
  s->expr_count = id + 1;
  shm_hash(s)[slot] = id;
  return id;
}

static expr_id intern(struct shm *s, struct expr n, uint64_t value) {
  if (__builtin_expect(2 * (uint64_t)s->expr_count > s->hash_mask, 0)) make_room(s);
  check(2 * (uint64_t)s->expr_count <= s->hash_mask || s->hash_mask == SHM_HASH_MAX - 1);
  uint32_t mask = s->hash_mask, slot = slot_of(hash_node(&n), mask), *table = shm_hash(s);
  for (expr_id id; (id = table[slot]); slot = (slot + 1) & mask) {
    if (memcmp(&NODE(s, id), &n, sizeof n)) continue;
    VALUE(s, id) = value;
    return id;
  }
  return append(s, n, value, slot);
}

static bool same_table(const struct shm *s, expr_id id, unsigned width, expr_id index, const expr_id *element,
                       uint32_t count) {
  const struct expr *n = &NODE(s, id);
  return n->op == EX_TABLE && n->width == width && n->a == index && n->c == count &&
         !memcmp(shm_pool(s) + n->b, element, count * sizeof *element);
}

static expr_id intern_table(struct shm *s, unsigned width, expr_id index, const expr_id *element,
                            uint32_t count, uint64_t value) {
  if (2 * (uint64_t)s->expr_count > s->hash_mask) make_room(s);
  uint32_t mask = s->hash_mask, *table = shm_hash(s);
  uint32_t slot = slot_of(hash_elements(width, index, element, count), mask);
  for (expr_id id; (id = table[slot]); slot = (slot + 1) & mask) {
    if (!same_table(s, id, width, index, element, count)) continue;
    VALUE(s, id) = value;
    return id;
  }
  uint32_t first = s->pool_count;
  if (first + (uint64_t)count > s->limit[LIMIT_POOL]) build_full(s);
  for (uint32_t i = 0; i < count; i++) check(element[i] < s->expr_count);
  memcpy(shm_pool(s) + first, element, count * sizeof *element);
  s->pool_count = first + count;
  return append(s, (struct expr){.op = EX_TABLE, .width = width, .a = index, .b = first, .c = count}, value,
                slot);
}

/* ---- leaves ---- */

expr_id build_const(struct shm *s, unsigned width, uint64_t value) {
  value &= expr_mask(width);
  return intern(s, (struct expr){.op = EX_CONST, .width = width, .b = (uint32_t)value, .c = value >> 32},
                value);
}

expr_id build_var(struct shm *s, unsigned thread, uint32_t first, unsigned bytes, uint64_t value) {
  return intern(s, (struct expr){.op = EX_VAR, .width = 8 * bytes, .a = thread, .b = first}, value);
}

expr_id build_inbyte(struct shm *s, unsigned thread, uint32_t byte, uint8_t value) {
  return intern(s, (struct expr){.op = EX_INBYTE, .width = 8, .a = thread, .b = byte}, value);
}

expr_id build_read(struct shm *s, unsigned thread, uint32_t ordinal, unsigned bytes, uint64_t value) {
  return intern(s, (struct expr){.op = EX_READ, .width = 8 * bytes, .a = thread, .b = ordinal}, value);
}

/* Inner nodes, once simplification has had its say. `operands` is the width expr_apply wants. */
static inline expr_id node(struct shm *s, struct expr n, unsigned operands) {
  check(n.a < s->expr_count && n.b < s->expr_count && n.c < s->expr_count);
  uint64_t value = expr_apply(&n, operands, VALUE(s, n.a), n.b ? VALUE(s, n.b) : 0, n.c ? VALUE(s, n.c) : 0);
  return intern(s, n, value);
}

static expr_id node2(struct shm *s, enum expr_op op, unsigned width, expr_id a, expr_id b) {
  return node(s, (struct expr){.op = op, .width = width, .a = a, .b = b},
              width_of(s, op == EX_CONCAT ? b : a));
}

static expr_id node1(struct shm *s, enum expr_op op, unsigned width, unsigned lo, expr_id a) {
  return node(s, (struct expr){.op = op, .width = width, .lo = lo, .a = a}, width_of(s, a));
}

static inline bool is(const struct shm *s, expr_id e, enum expr_op op) { return NODE(s, e).op == op; }
static inline expr_id sub_a(const struct shm *s, expr_id e) { return NODE(s, e).a; }
static inline expr_id sub_b(const struct shm *s, expr_id e) { return NODE(s, e).b; }
static inline uint64_t cv(const struct shm *s, expr_id e) { return expr_const_value(&NODE(s, e)); }
static inline bool is_value(const struct shm *s, expr_id e, uint64_t v) {
  return is_const(s, e) && cv(s, e) == v;
}
static inline bool is_ext(const struct shm *s, expr_id e) { return is(s, e, EX_ZEXT) || is(s, e, EX_SEXT); }
/* op(x, constant) */
static inline bool is_with_const(const struct shm *s, expr_id e, enum expr_op op) {
  return is(s, e, op) && is_const(s, sub_b(s, e));
}

static expr_id truth(struct shm *s, bool b) { return build_const(s, 1, b); }
static expr_id add(struct shm *s, expr_id a, expr_id b) { return build_binary(s, EX_ADD, a, b); }
static expr_id add_const(struct shm *s, expr_id a, uint64_t c) {
  return add(s, a, build_const(s, width_of(s, a), c));
}

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
static bool is_complement(const struct shm *s, expr_id a, expr_id b) {
  return (is(s, a, EX_NOT) && sub_a(s, a) == b) || (is(s, b, EX_NOT) && sub_a(s, b) == a);
}

/* x < y and y < x: not both hold. */
static bool is_opposite(const struct shm *s, expr_id a, expr_id b) {
  bool is_less = (is(s, a, EX_SLT) && is(s, b, EX_SLT)) || (is(s, a, EX_ULT) && is(s, b, EX_ULT));
  return is_less && sub_a(s, a) == sub_b(s, b) && sub_b(s, a) == sub_a(s, b);
}

/* a: x < y; b: x <= y. */
static bool is_stronger(const struct shm *s, expr_id a, expr_id b) {
  bool is_pair = (is(s, a, EX_SLT) && is(s, b, EX_SLE)) || (is(s, a, EX_ULT) && is(s, b, EX_ULE));
  return is_pair && sub_a(s, a) == sub_a(s, b) && sub_b(s, a) == sub_b(s, b);
}

/* ---- arithmetic: 0 when no rule applies ---- */

static expr_id simplify_add(struct shm *s, unsigned w, expr_id a, expr_id b) {
  (void)w;
  if (is_const(s, b)) {
    uint64_t c = cv(s, b);
    if (!c) return a;
    if (is_with_const(s, a, EX_ADD)) return add_const(s, sub_a(s, a), cv(s, sub_b(s, a)) + c);
    if (is(s, a, EX_SUB) && is_const(s, sub_a(s, a)))
      return build_binary(s, EX_SUB, build_const(s, w, cv(s, sub_a(s, a)) + c), sub_b(s, a));
    return 0;
  }
  if (is_with_const(s, a, EX_ADD)) return add(s, add(s, sub_a(s, a), b), sub_b(s, a));
  if (is_with_const(s, b, EX_ADD)) return add(s, add(s, a, sub_a(s, b)), sub_b(s, b));
  if (is(s, a, EX_SUB) && sub_b(s, a) == b) return sub_a(s, a);
  if (is(s, b, EX_SUB) && sub_b(s, b) == a) return sub_a(s, b);
  return 0;
}

static expr_id simplify_sub(struct shm *s, unsigned w, expr_id a, expr_id b) {
  if (a == b) return build_const(s, w, 0);
  if (is_const(s, b)) return add_const(s, a, -cv(s, b));
  if (is_with_const(s, b, EX_ADD))
    return add_const(s, build_binary(s, EX_SUB, a, sub_a(s, b)), -cv(s, sub_b(s, b)));
  if (is_with_const(s, a, EX_ADD)) return add(s, build_binary(s, EX_SUB, sub_a(s, a), b), sub_b(s, a));
  if (is(s, a, EX_ADD) && sub_a(s, a) == b) return sub_b(s, a);
  if (is(s, a, EX_ADD) && sub_b(s, a) == b) return sub_a(s, a);
  return 0;
}

static expr_id simplify_mul(struct shm *s, unsigned w, expr_id a, expr_id b) {
  if (!is_const(s, b)) return 0;
  if (cv(s, b) == 0) return b;
  if (cv(s, b) == 1) return a;
  if (is_with_const(s, a, EX_MUL))
    return build_binary(s, EX_MUL, sub_a(s, a), build_const(s, w, cv(s, sub_b(s, a)) * cv(s, b)));
  return 0;
}

static expr_id simplify_div(struct shm *s, enum expr_op op, unsigned w, expr_id a, expr_id b) {
  if (!is_const(s, b)) return 0;
  uint64_t c = cv(s, b);
  bool remainder = op == EX_UREM || op == EX_SREM;
  if (c == 1) return remainder ? build_const(s, w, 0) : a;
  if (op == EX_UDIV && is_power_of_two(c))
    return build_binary(s, EX_LSHR, a, build_const(s, w, __builtin_ctzll(c)));
  if (op == EX_UREM && is_power_of_two(c)) return build_binary(s, EX_AND, a, build_const(s, w, c - 1));
  return 0;
}

static expr_id simplify_shift(struct shm *s, enum expr_op op, unsigned w, expr_id a, expr_id b) {
  if (!is_const(s, b)) return 0;
  if (cv(s, b) == 0) return a;
  if (cv(s, b) < w) return 0;
  return op != EX_ASHR       ? build_const(s, w, 0)
         : cv(s, b) == w - 1 ? 0
                             : build_binary(s, op, a, build_const(s, w, w - 1));
}

static expr_id simplify_and(struct shm *s, unsigned w, expr_id a, expr_id b) {
  if (a == b) return a;
  if (is_complement(s, a, b)) return build_const(s, w, 0);
  if (is_stronger(s, a, b)) return a;
  if (is_stronger(s, b, a)) return b;
  if (!is_const(s, b)) return 0;
  uint64_t c = cv(s, b);
  if (c == 0) return b;
  if (c == expr_mask(w)) return a;
  if (is_with_const(s, a, EX_AND))
    return build_binary(s, EX_AND, sub_a(s, a), build_const(s, w, cv(s, sub_b(s, a)) & c));
  if (is_power_of_two(c + 1)) return build_zext(s, w, build_extract(s, 0, __builtin_ctzll(c + 1), a));
  return 0;
}

static expr_id simplify_or(struct shm *s, unsigned w, expr_id a, expr_id b) {
  if (a == b) return a;
  if (is_complement(s, a, b)) return build_const(s, w, expr_mask(w));
  if (!is_const(s, b)) return 0;
  if (cv(s, b) == 0) return a;
  if (cv(s, b) == expr_mask(w)) return b;
  if (is_with_const(s, a, EX_OR))
    return build_binary(s, EX_OR, sub_a(s, a), build_const(s, w, cv(s, sub_b(s, a)) | cv(s, b)));
  return 0;
}

static expr_id simplify_xor(struct shm *s, unsigned w, expr_id a, expr_id b) {
  if (a == b) return build_const(s, w, 0);
  if (is_complement(s, a, b)) return build_const(s, w, expr_mask(w));
  if (!is_const(s, b)) return 0;
  if (cv(s, b) == 0) return a;
  if (cv(s, b) == expr_mask(w)) return build_not(s, a);
  if (is_with_const(s, a, EX_XOR))
    return build_binary(s, EX_XOR, sub_a(s, a), build_const(s, w, cv(s, sub_b(s, a)) ^ cv(s, b)));
  return 0;
}

/* ---- comparisons ---- */

static uint64_t inverse_odd(uint64_t c) { /* Newton: c * x == 1 modulo 2^64 */
  uint64_t x = c;
  for (int i = 0; i < 6; i++) x *= 2 - c * x;
  return x;
}

static expr_id equal(struct shm *s, expr_id a, expr_id b) { return build_binary(s, EX_EQ, a, b); }
static expr_id equal_const(struct shm *s, expr_id a, uint64_t c) {
  return equal(s, a, build_const(s, width_of(s, a), c));
}

static expr_id equal_ext(struct shm *s, expr_id a, uint64_t c) {
  expr_id x = sub_a(s, a);
  unsigned wx = width_of(s, x);
  uint64_t back =
      is(s, a, EX_ZEXT) ? c & expr_mask(wx) : (uint64_t)expr_signed(c, wx) & expr_mask(width_of(s, a));
  return back == c ? equal_const(s, x, c) : truth(s, false);
}

static expr_id equal_ite(struct shm *s, expr_id a, uint64_t c) {
  const struct expr n = NODE(s, a);
  if (!is_const(s, n.b) || !is_const(s, n.c)) return 0;
  bool yes = cv(s, n.b) == c, no = cv(s, n.c) == c;
  return yes == no ? truth(s, yes) : yes ? n.a : build_not(s, n.a);
}

/* (p) - (q), what comparison functions return: -1, 0 or 1. */
static bool is_sign(const struct shm *s, expr_id e) {
  return is(s, e, EX_SUB) && width_of(s, e) > 1 && is(s, sub_a(s, e), EX_ZEXT) &&
         is(s, sub_b(s, e), EX_ZEXT) && width_of(s, sub_a(s, sub_a(s, e))) == 1 &&
         width_of(s, sub_a(s, sub_b(s, e))) == 1;
}
static expr_id is_positive(struct shm *s, expr_id sign) {
  return build_binary(s, EX_AND, sub_a(s, sub_a(s, sign)), build_not(s, sub_a(s, sub_b(s, sign))));
}
static expr_id is_negative(struct shm *s, expr_id sign) {
  return build_binary(s, EX_AND, sub_a(s, sub_b(s, sign)), build_not(s, sub_a(s, sub_a(s, sign))));
}

static expr_id equal_sign(struct shm *s, unsigned w, expr_id a, uint64_t c) {
  if (!c) return equal(s, sub_a(s, a), sub_b(s, a));
  return c == 1 ? is_positive(s, a) : c == expr_mask(w) ? is_negative(s, a) : truth(s, false);
}

static expr_id equal_to_const(struct shm *s, unsigned w, expr_id a, uint64_t c) {
  if (w == 1) return c ? a : build_not(s, a);
  if (is_sign(s, a)) return equal_sign(s, w, a, c);
  switch (NODE(s, a).op) {
  case EX_ADD: return is_const(s, sub_b(s, a)) ? equal_const(s, sub_a(s, a), c - cv(s, sub_b(s, a))) : 0;
  case EX_XOR: return is_const(s, sub_b(s, a)) ? equal_const(s, sub_a(s, a), c ^ cv(s, sub_b(s, a))) : 0;
  case EX_SUB:
    if (is_const(s, sub_a(s, a))) return equal_const(s, sub_b(s, a), cv(s, sub_a(s, a)) - c);
    return c == 0 ? equal(s, sub_a(s, a), sub_b(s, a)) : 0;
  case EX_MUL:
    if (!is_const(s, sub_b(s, a)) || !(cv(s, sub_b(s, a)) & 1)) return 0;
    return equal_const(s, sub_a(s, a), c * inverse_odd(cv(s, sub_b(s, a))));
  case EX_NOT: return equal_const(s, sub_a(s, a), ~c);
  case EX_ZEXT:
  case EX_SEXT: return equal_ext(s, a, c);
  case EX_ITE: return equal_ite(s, a, c);
  case EX_CONCAT:
    return build_binary(s, EX_AND, equal_const(s, sub_a(s, a), c >> width_of(s, sub_b(s, a))),
                        equal_const(s, sub_b(s, a), c));
  default: return 0;
  }
}

static bool same_ext(const struct shm *s, expr_id a, expr_id b, enum expr_op op) {
  return is(s, a, op) && is(s, b, op) && width_of(s, sub_a(s, a)) == width_of(s, sub_a(s, b));
}

static expr_id simplify_eq(struct shm *s, unsigned w, expr_id a, expr_id b) {
  if (a == b) return truth(s, true);
  if (is_const(s, b)) return equal_to_const(s, w, a, cv(s, b));
  if (is_complement(s, a, b)) return truth(s, false);
  if (is_opposite(s, a, b)) return equal(s, sub_a(s, a), sub_b(s, a));
  if (same_ext(s, a, b, EX_ZEXT) || same_ext(s, a, b, EX_SEXT)) return equal(s, sub_a(s, a), sub_a(s, b));
  return 0;
}

static int64_t smax(unsigned w) { return (int64_t)(expr_mask(w) >> 1); }
static int64_t smin(unsigned w) { return -smax(w) - 1; }
static int64_t scv(const struct shm *s, expr_id e) { return expr_signed(cv(s, e), width_of(s, e)); }

static expr_id ult(struct shm *s, expr_id a, expr_id b) { return build_binary(s, EX_ULT, a, b); }
static expr_id slt(struct shm *s, expr_id a, expr_id b) { return build_binary(s, EX_SLT, a, b); }

static expr_id simplify_ult(struct shm *s, unsigned w, expr_id a, expr_id b) {
  if (a == b || is_value(s, b, 0) || is_value(s, a, expr_mask(w))) return truth(s, false);
  if (is_value(s, b, 1)) return equal_const(s, a, 0);
  if (is_value(s, a, 0)) return build_not(s, equal_const(s, b, 0));
  if (is_value(s, b, expr_mask(w))) return build_not(s, equal(s, a, b));
  if (same_ext(s, a, b, EX_ZEXT)) return ult(s, sub_a(s, a), sub_a(s, b));
  if (is(s, a, EX_ZEXT) && is_const(s, b)) {
    unsigned wx = width_of(s, sub_a(s, a));
    return cv(s, b) > expr_mask(wx) ? truth(s, true) : ult(s, sub_a(s, a), build_const(s, wx, cv(s, b)));
  }
  if (is(s, b, EX_ZEXT) && is_const(s, a)) {
    unsigned wx = width_of(s, sub_a(s, b));
    return cv(s, a) >= expr_mask(wx) ? truth(s, false) : ult(s, build_const(s, wx, cv(s, a)), sub_a(s, b));
  }
  /* An index in its bounds: negative ones are large numbers at either width. */
  if (is(s, a, EX_SEXT) && is_const(s, b)) {
    unsigned wx = width_of(s, sub_a(s, a));
    if (cv(s, b) <= (uint64_t)smax(wx)) return ult(s, sub_a(s, a), build_const(s, wx, cv(s, b)));
  }
  return 0;
}

static expr_id simplify_ule(struct shm *s, unsigned w, expr_id a, expr_id b) {
  if (a == b || is_value(s, a, 0) || is_value(s, b, expr_mask(w))) return truth(s, true);
  if (is_const(s, b)) return ult(s, a, build_const(s, w, cv(s, b) + 1));
  if (is_const(s, a)) return ult(s, build_const(s, w, cv(s, a) - 1), b);
  if (same_ext(s, a, b, EX_ZEXT)) return build_binary(s, EX_ULE, sub_a(s, a), sub_a(s, b));
  return 0;
}

static expr_id simplify_slt_const(struct shm *s, expr_id a, int64_t c) { /* a < c */
  expr_id x = sub_a(s, a);
  unsigned wx = width_of(s, x), w = width_of(s, a);
  if (is(s, a, EX_ZEXT)) return c <= 0 ? truth(s, false) : ult(s, a, build_const(s, w, c));
  if (c > smax(wx)) return truth(s, true);
  if (c <= smin(wx)) return truth(s, false);
  return slt(s, x, build_const(s, wx, c));
}

static expr_id simplify_const_slt(struct shm *s, int64_t c, expr_id b) { /* c < b */
  expr_id x = sub_a(s, b);
  unsigned wx = width_of(s, x), w = width_of(s, b);
  if (is(s, b, EX_ZEXT)) return c < 0 ? truth(s, true) : ult(s, build_const(s, w, c), b);
  if (c >= smax(wx)) return truth(s, false);
  if (c < smin(wx)) return truth(s, true);
  return slt(s, build_const(s, wx, c), x);
}

static expr_id slt_sign(struct shm *s, expr_id sign, int64_t c) { /* sign < c */
  if (c < 0 || c > 1) return truth(s, c > 1);
  return c ? build_not(s, is_positive(s, sign)) : is_negative(s, sign);
}

static expr_id simplify_slt(struct shm *s, unsigned w, expr_id a, expr_id b) {
  if (a == b) return truth(s, false);
  if (is_const(s, b) && scv(s, b) == smin(w)) return truth(s, false);
  if (is_const(s, a) && scv(s, a) == smax(w)) return truth(s, false);
  if (w > 2 && is_sign(s, a) && is_const(s, b)) return slt_sign(s, a, scv(s, b));
  if (w > 2 && is_sign(s, b) && is_const(s, a)) return build_not(s, slt_sign(s, b, scv(s, a) + 1));
  if (same_ext(s, a, b, EX_SEXT)) return slt(s, sub_a(s, a), sub_a(s, b));
  if (is(s, a, EX_ZEXT) && is(s, b, EX_ZEXT)) return ult(s, a, b);
  if (is_ext(s, a) && is_const(s, b)) return simplify_slt_const(s, a, scv(s, b));
  if (is_ext(s, b) && is_const(s, a)) return simplify_const_slt(s, scv(s, a), b);
  return 0;
}

static expr_id simplify_sle(struct shm *s, unsigned w, expr_id a, expr_id b) {
  if (a == b) return truth(s, true);
  if (is_const(s, b))
    return scv(s, b) == smax(w) ? truth(s, true) : slt(s, a, build_const(s, w, cv(s, b) + 1));
  if (is_const(s, a))
    return scv(s, a) == smin(w) ? truth(s, true) : slt(s, build_const(s, w, cv(s, a) - 1), b);
  if (same_ext(s, a, b, EX_SEXT)) return build_binary(s, EX_SLE, sub_a(s, a), sub_a(s, b));
  if (is(s, a, EX_ZEXT) && is(s, b, EX_ZEXT)) return build_binary(s, EX_ULE, a, b);
  return 0;
}

static expr_id simplify(struct shm *s, enum expr_op op, unsigned w, expr_id a, expr_id b) {
  switch (op) {
  case EX_ADD: return simplify_add(s, w, a, b);
  case EX_SUB: return simplify_sub(s, w, a, b);
  case EX_MUL: return simplify_mul(s, w, a, b);
  case EX_UDIV:
  case EX_SDIV:
  case EX_UREM:
  case EX_SREM: return simplify_div(s, op, w, a, b);
  case EX_SHL:
  case EX_LSHR:
  case EX_ASHR: return simplify_shift(s, op, w, a, b);
  case EX_AND: return simplify_and(s, w, a, b);
  case EX_OR: return simplify_or(s, w, a, b);
  case EX_XOR: return simplify_xor(s, w, a, b);
  case EX_EQ: return simplify_eq(s, w, a, b);
  case EX_ULT: return simplify_ult(s, w, a, b);
  case EX_ULE: return simplify_ule(s, w, a, b);
  case EX_SLT: return simplify_slt(s, w, a, b);
  case EX_SLE: return simplify_sle(s, w, a, b);
  default: return 0;
  }
}

static expr_id fold(struct shm *s, enum expr_op op, unsigned width, unsigned w, expr_id a, expr_id b) {
  struct expr n = {.op = op, .width = width};
  return build_const(s, width, expr_apply(&n, w, cv(s, a), cv(s, b), 0));
}

expr_id build_binary(struct shm *s, enum expr_op op, expr_id a, expr_id b) {
  unsigned w = width_of(s, a), width = expr_is_compare(op) ? 1 : w;
  bool ca = is_const(s, a), cb = is_const(s, b);
  if (ca && cb) return fold(s, op, width, w, a, b);
  if (is_commutative(op) && (ca || (!cb && a > b))) {
    expr_id swap = a;
    a = b, b = swap;
  }
  expr_id simpler = simplify(s, op, w, a, b);
  return simpler ? simpler : node2(s, op, width, a, b);
}

expr_id build_question(struct shm *s, expr_id equality, unsigned mark) {
  struct expr n = NODE(s, equality);
  if (n.op != EX_EQ) return equality;
  n.lo = (uint16_t)mark;
  return intern(s, n, VALUE(s, equality));
}

expr_id build_not(struct shm *s, expr_id a) {
  unsigned w = width_of(s, a);
  if (is_const(s, a)) return build_const(s, w, ~cv(s, a));
  switch (NODE(s, a).op) {
  case EX_NOT: return sub_a(s, a);
  case EX_ULT: return build_binary(s, EX_ULE, sub_b(s, a), sub_a(s, a));
  case EX_ULE: return build_binary(s, EX_ULT, sub_b(s, a), sub_a(s, a));
  case EX_SLT: return build_binary(s, EX_SLE, sub_b(s, a), sub_a(s, a));
  case EX_SLE: return build_binary(s, EX_SLT, sub_b(s, a), sub_a(s, a));
  default: return node1(s, EX_NOT, w, 0, a);
  }
}

/* ---- width changes ---- */

expr_id build_zext(struct shm *s, unsigned width, expr_id a) {
  if (width == width_of(s, a)) return a;
  if (is_const(s, a)) return build_const(s, width, cv(s, a));
  if (is(s, a, EX_ZEXT)) return build_zext(s, width, sub_a(s, a));
  return node1(s, EX_ZEXT, width, 0, a);
}

expr_id build_sext(struct shm *s, unsigned width, expr_id a) {
  if (width == width_of(s, a)) return a;
  if (is_const(s, a)) return build_const(s, width, scv(s, a));
  if (is(s, a, EX_SEXT)) return build_sext(s, width, sub_a(s, a));
  if (is(s, a, EX_ZEXT)) return build_zext(s, width, sub_a(s, a));
  return node1(s, EX_SEXT, width, 0, a);
}

static expr_id extract_ext(struct shm *s, unsigned lo, unsigned width, expr_id a) {
  expr_id x = sub_a(s, a);
  unsigned wx = width_of(s, x);
  bool zero = is(s, a, EX_ZEXT);
  if (lo + width <= wx) return build_extract(s, lo, width, x);
  if (lo == 0) return zero ? build_zext(s, width, x) : build_sext(s, width, x);
  if (zero)
    return lo >= wx ? build_const(s, width, 0) : build_zext(s, width, build_extract(s, lo, wx - lo, x));
  if (lo < wx) return build_sext(s, width, build_extract(s, lo, wx - lo, x));
  return build_sext(s, width, build_extract(s, wx - 1, 1, x));
}

static expr_id extract_concat(struct shm *s, unsigned lo, unsigned width, expr_id a) {
  unsigned low_width = width_of(s, sub_b(s, a));
  if (lo + width <= low_width) return build_extract(s, lo, width, sub_b(s, a));
  if (lo >= low_width) return build_extract(s, lo - low_width, width, sub_a(s, a));
  return 0;
}

/* (char)(c + 1) is computed in int: the low bits of such a sum need only the low bits of its
 * parts. */
static bool is_narrow(const struct shm *s, expr_id e, unsigned width) {
  return is_const(s, e) || (is_ext(s, e) && width_of(s, sub_a(s, e)) <= width);
}

static expr_id extract_low(struct shm *s, unsigned width, expr_id a) {
  const struct expr n = NODE(s, a);
  switch (n.op) {
  case EX_ADD:
  case EX_SUB:
  case EX_MUL:
  case EX_AND:
  case EX_OR:
  case EX_XOR:
    if (!is_narrow(s, n.a, width) || !is_narrow(s, n.b, width)) return 0;
    return build_binary(s, n.op, build_extract(s, 0, width, n.a), build_extract(s, 0, width, n.b));
  case EX_NOT: return is_narrow(s, n.a, width) ? build_not(s, build_extract(s, 0, width, n.a)) : 0;
  default: return 0;
  }
}

expr_id build_extract(struct shm *s, unsigned lo, unsigned width, expr_id a) {
  if (width == width_of(s, a)) return a;
  if (is_const(s, a)) return build_const(s, width, cv(s, a) >> lo);
  expr_id simpler = 0;
  if (is(s, a, EX_EXTRACT)) return build_extract(s, lo + NODE(s, a).lo, width, sub_a(s, a));
  if (is_ext(s, a)) return extract_ext(s, lo, width, a);
  if (is(s, a, EX_CONCAT))
    simpler = extract_concat(s, lo, width, a);
  else if (lo == 0)
    simpler = extract_low(s, width, a);
  return simpler ? simpler : node1(s, EX_EXTRACT, width, lo, a);
}

static bool is_adjacent(const struct shm *s, expr_id high, expr_id low) {
  return is(s, high, EX_EXTRACT) && is(s, low, EX_EXTRACT) && sub_a(s, high) == sub_a(s, low) &&
         NODE(s, high).lo == NODE(s, low).lo + width_of(s, low);
}

expr_id build_concat(struct shm *s, expr_id high, expr_id low) {
  unsigned wh = width_of(s, high), wl = width_of(s, low), width = wh + wl;
  if (is_const(s, high) && is_const(s, low)) return build_const(s, width, cv(s, high) << wl | cv(s, low));
  if (is_value(s, high, 0)) return build_zext(s, width, low);
  if (is(s, high, EX_ZEXT)) return build_zext(s, width, build_concat(s, sub_a(s, high), low));
  if (is_adjacent(s, high, low)) return build_extract(s, NODE(s, low).lo, width, sub_a(s, low));
  if (is(s, low, EX_CONCAT) && is_adjacent(s, high, sub_a(s, low)))
    return build_concat(s, build_concat(s, high, sub_a(s, low)), sub_b(s, low));
  return node2(s, EX_CONCAT, width, high, low);
}

expr_id build_resize(struct shm *s, unsigned width, expr_id a) {
  return width < width_of(s, a) ? build_extract(s, 0, width, a) : build_zext(s, width, a);
}

/* ---- choices ---- */

static expr_id ite_of_truths(struct shm *s, expr_id c, expr_id a, expr_id b) {
  if (is_const(s, a))
    return cv(s, a) ? build_binary(s, EX_OR, c, b) : build_binary(s, EX_AND, build_not(s, c), b);
  if (is_const(s, b))
    return cv(s, b) ? build_binary(s, EX_OR, build_not(s, c), a) : build_binary(s, EX_AND, c, a);
  return 0;
}

expr_id build_ite(struct shm *s, expr_id c, expr_id a, expr_id b) {
  unsigned w = width_of(s, a);
  if (is_const(s, c)) return cv(s, c) ? a : b;
  if (a == b) return a;
  if (is(s, c, EX_NOT)) return build_ite(s, sub_a(s, c), b, a);
  expr_id simpler = w == 1 ? ite_of_truths(s, c, a, b) : 0;
  return simpler ? simpler : node(s, (struct expr){.op = EX_ITE, .width = w, .a = c, .b = a, .c = b}, w);
}

expr_id build_table(struct shm *s, expr_id index, const expr_id *element, uint32_t count) {
  uint64_t i = VALUE(s, index) < count ? VALUE(s, index) : count - 1;
  bool all_equal = true;
  for (uint32_t k = 1; k < count && all_equal; k++) all_equal = element[k] == element[0];
  if (all_equal || is_const(s, index)) return element[i];
  return intern_table(s, width_of(s, element[0]), index, element, count, VALUE(s, element[i]));
}

/* ---- for tests and `make debug` ---- */

static bool is_canonical(const struct shm *s, expr_id id) {
  const struct expr *n = &NODE(s, id);
  if (expr_arity(n->op) >= 1 && n->a >= id) return false;
  if (n->op == EX_TABLE) return n->b + (uint64_t)n->c <= s->pool_count;
  if (expr_arity(n->op) >= 2 && n->b >= id) return false;
  if (expr_arity(n->op) >= 3 && n->c >= id) return false;
  return !is_commutative(n->op) || !is_const(s, n->a);
}

/* Is it the first in the table that says what it says? */
static bool is_found(const struct shm *s, expr_id id) {
  const struct expr *n = &NODE(s, id);
  uint32_t mask = s->hash_mask, slot = slot_of(hash_of(s, id), mask), *table = shm_hash(s);
  for (; table[slot] && table[slot] != id; slot = (slot + 1) & mask) {
    if (!memcmp(&NODE(s, table[slot]), n, sizeof *n)) return false;
    if (n->op == EX_TABLE && same_table(s, table[slot], n->width, n->a, shm_pool(s) + n->b, n->c))
      return false;
  }
  return table[slot] == id;
}

bool builder_is_sound(const struct shm *s) {
  if (!s->hash_mask || s->expr_count > s->hash_mask) return false;
  for (expr_id id = 1; id < s->expr_count; id++)
    if (!is_canonical(s, id) || !is_found(s, id)) return false;
  return true;
}
