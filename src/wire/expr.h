/* Symbolic expressions: a hash-consed graph of bit-vector nodes in the shared mapping.
 *
 * The runtime builds it, the explorer reads it. An id is an index into the node array; 0 means
 * "concrete". The store lives as long as the campaign: equal expressions of different runs have
 * the same id, so a path is compared, cached and recognised by ids alone. Operands have smaller
 * ids than the node that uses them. value[id] is what the node was worth in the run that
 * last built it. */
#ifndef RADDLE_WIRE_EXPR_H
#define RADDLE_WIRE_EXPR_H

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t expr_id;
struct shm;

enum expr_op {
#define EXPR(name, smt, arity) EX_##name,
#include "wire/expr.def"
#undef EXPR
  EX_COUNT
};

struct expr {
  uint8_t op;
  uint8_t width; /* 1..64 */
  uint16_t lo;   /* EXTRACT: lowest bit taken; EQ: 0, or a mark below */
  uint32_t a, b, c;
};

/* Marks of equalities that the runtime asks because the run follows pointer x: x == NULL, which comes
 * first, and x == a place that the run has reached before. */
#define EXPR_FOLLOW 1
#define EXPR_ALIAS 2

/* The store as both sides see it: arrays inside the shared mapping. */
struct expr_store {
  struct expr *node;
  uint64_t *value;
  uint32_t *table; /* pool of element ids for EX_TABLE */
  uint32_t *count; /* nodes in use, 0 and its dummy included */
  uint32_t *pool_count;
  struct shm *shm; /* the mapping they lie in; NULL: none, nothing can be built there (explore/rebuild.h) */
};

static inline uint64_t expr_mask(unsigned width) { return width >= 64 ? ~0ull : (1ull << width) - 1; }

static inline int64_t expr_signed(uint64_t v, unsigned width) {
  return (int64_t)(v << (64 - width)) >> (64 - width);
}

static inline uint64_t expr_const_value(const struct expr *e) { return (uint64_t)e->c << 32 | e->b; }

static inline unsigned expr_arity(enum expr_op op) {
  static const uint8_t arity[] = {
#define EXPR(name, smt, n) n,
#include "wire/expr.def"
#undef EXPR
  };
  return arity[op];
}

static inline bool expr_is_compare(enum expr_op op) { return op >= EX_EQ && op <= EX_SLE; }

/* The meaning of every operator but CONST, VAR, INBYTE, READ and TABLE, on values already cut to
 * width. `w` is the width of the operands (of a for casts); `e` gives the result's width and
 * `lo`; for CONCAT `w` is the width of b. Written once: the runtime folds with it, the explorer
 * evaluates. */
static inline uint64_t expr_apply(const struct expr *e, unsigned w, uint64_t a, uint64_t b, uint64_t c) {
  uint64_t mask = expr_mask(e->width);
  int64_t sa = expr_signed(a, w), sb = expr_signed(b, w);
  switch (e->op) {
  case EX_ADD: return (a + b) & mask;
  case EX_SUB: return (a - b) & mask;
  case EX_MUL: return (a * b) & mask;
  case EX_UDIV: return b ? a / b : mask;
  case EX_UREM: return b ? a % b : a;
  case EX_SDIV:
    if (!b) return sa < 0 ? 1 : mask;
    return (sb == -1 ? 0 - a : (uint64_t)(sa / sb)) & mask;
  case EX_SREM:
    if (!b) return a;
    return (sb == -1 ? 0 : (uint64_t)(sa % sb)) & mask;
  case EX_SHL: return b >= w ? 0 : a << b & mask;
  case EX_LSHR: return b >= w ? 0 : a >> b;
  case EX_ASHR: return (uint64_t)(sa >> (b >= w ? w - 1 : b)) & mask;
  case EX_AND: return a & b;
  case EX_OR: return a | b;
  case EX_XOR: return a ^ b;
  case EX_NOT: return ~a & mask;
  case EX_EQ: return a == b;
  case EX_ULT: return a < b;
  case EX_ULE: return a <= b;
  case EX_SLT: return sa < sb;
  case EX_SLE: return sa <= sb;
  case EX_CONCAT: return (a << w | b) & mask;
  case EX_EXTRACT: return a >> e->lo & mask;
  case EX_ZEXT: return a;
  case EX_SEXT: return (uint64_t)sa & mask;
  case EX_ITE: return a ? b : c;
  default: return 0;
  }
}

#endif
