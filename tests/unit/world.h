/* An expression store of our own, for tests of what reads one: a builder with hash-consing by search, and random
 * expressions. Operands come before the nodes that use them, as in the runtime's store. */
#ifndef RADDLE_TESTS_WORLD_H
#define RADDLE_TESTS_WORLD_H

#include "explore/eval.h"
#include "explore/input.h"
#include <stdlib.h>
#include <string.h>

#define WORLD_HASH (1u << 20)

struct world {
  struct expr_store store;
  uint32_t count, pool_count, capacity;
  uint32_t *hash; /* open addressing, 0 empty */
  uint64_t seed;
  expr_id vars[64];
  size_t var_count;
};

static inline void world_open(struct world *w, uint32_t capacity, uint64_t seed) {
  memset(w, 0, sizeof *w);
  w->capacity = capacity;
  w->store.node = xcalloc(capacity, sizeof *w->store.node);
  w->store.value = xcalloc(capacity, sizeof *w->store.value);
  w->store.table = xcalloc(capacity, sizeof *w->store.table);
  w->store.count = &w->count;
  w->store.pool_count = &w->pool_count;
  w->hash = xcalloc(WORLD_HASH, sizeof *w->hash);
  w->count = 1;
  w->seed = seed * 2654435761u + 88172645463325252ull;
}

static inline void world_close(struct world *w) {
  free(w->store.node);
  free(w->store.value);
  free(w->store.table);
  free(w->hash);
}

static inline uint64_t world_random(struct world *w) {
  w->seed ^= w->seed << 13;
  w->seed ^= w->seed >> 7;
  w->seed ^= w->seed << 17;
  return w->seed * 0x2545f4914f6cdd1dull >> 16;
}

static inline unsigned world_below(struct world *w, unsigned n) { return (unsigned)(world_random(w) % n); }

static inline expr_id world_node(struct world *w, struct expr e) {
  uint64_t h = e.op + 31ull * e.width + 1009ull * e.lo;
  h = ((h * 0x9e3779b97f4a7c15ull + e.a) * 0x9e3779b97f4a7c15ull + e.b) * 0x9e3779b97f4a7c15ull + e.c;
  h *= 0x9e3779b97f4a7c15ull;
  uint32_t i = (uint32_t)(h >> 40) & (WORLD_HASH - 1);
  for (; w->hash[i]; i = (i + 1) & (WORLD_HASH - 1))
    if (!memcmp(&w->store.node[w->hash[i]], &e, sizeof e)) return w->hash[i];
  if (w->count == w->capacity) die("the test's expression store is full");
  w->store.node[w->count] = e;
  return w->hash[i] = w->count++;
}

static inline expr_id mk_const(struct world *w, unsigned width, uint64_t v) {
  v &= expr_mask(width);
  return world_node(w, (struct expr){EX_CONST, (uint8_t)width, 0, 0, (uint32_t)v, (uint32_t)(v >> 32)});
}

static inline expr_id mk_var(struct world *w, unsigned first, unsigned bytes) {
  return world_node(w, (struct expr){EX_VAR, (uint8_t)(8 * bytes), 0, 0, first, 0});
}

static inline unsigned width_in(const struct world *w, expr_id e) { return w->store.node[e].width; }

static inline expr_id mk(struct world *w, enum expr_op op, expr_id a, expr_id b) {
  unsigned width = expr_is_compare(op) ? 1 : width_in(w, a);
  if (op == EX_CONCAT) width = width_in(w, a) + width_in(w, b);
  return world_node(w, (struct expr){(uint8_t)op, (uint8_t)width, 0, a, expr_arity(op) > 1 ? b : 0, 0});
}

static inline expr_id mk_cast(struct world *w, enum expr_op op, expr_id a, unsigned width, unsigned lo) {
  if (op != EX_EXTRACT && width == width_in(w, a)) return a;
  return world_node(w, (struct expr){(uint8_t)op, (uint8_t)width, (uint16_t)lo, a, 0, 0});
}

static inline expr_id mk_ite(struct world *w, expr_id c, expr_id a, expr_id b) {
  return world_node(w, (struct expr){EX_ITE, (uint8_t)width_in(w, a), 0, c, a, b});
}

static inline expr_id mk_table(struct world *w, expr_id index, const expr_id *at, uint32_t n) {
  uint32_t first = w->pool_count;
  memcpy(w->store.table + first, at, n * sizeof *at);
  w->pool_count += n;
  return world_node(w, (struct expr){EX_TABLE, (uint8_t)width_in(w, at[0]), 0, index, first, n});
}

static inline expr_id mk_input(struct world *w, unsigned first, unsigned bytes) {
  return w->vars[w->var_count++] = mk_var(w, first, bytes);
}

static inline expr_id random_cond(struct world *w, int depth);

/* Of any width from 1 to 64 the caller asks for. */
static inline expr_id random_expr(struct world *w, unsigned width, int depth) {
  static const enum expr_op binary[] = {EX_ADD,  EX_SUB,  EX_MUL, EX_UDIV, EX_SDIV, EX_UREM, EX_SREM, EX_SHL,
                                        EX_LSHR, EX_ASHR, EX_AND, EX_OR,   EX_XOR,  EX_ADD,  EX_SUB};
  if (width == 1) return random_cond(w, depth - 1);
  if (depth <= 0) {
    if (world_below(w, 3) == 0)
      return mk_const(w, width, world_below(w, 2) ? world_random(w) : world_below(w, 20));
    expr_id v = w->vars[world_below(w, (unsigned)w->var_count)];
    if (width_in(w, v) > width)
      return mk_cast(w, EX_EXTRACT, v, width, world_below(w, width_in(w, v) - width + 1));
    return mk_cast(w, world_below(w, 2) ? EX_ZEXT : EX_SEXT, v, width, 0);
  }
  switch (world_below(w, 10)) {
  case 0: return mk(w, EX_NOT, random_expr(w, width, depth - 1), 0);
  case 1:
    return mk_ite(w, random_cond(w, depth - 1), random_expr(w, width, depth - 1),
                  random_expr(w, width, depth - 1));
  case 2: {
    unsigned low = 1 + world_below(w, width - 1);
    return mk(w, EX_CONCAT, random_expr(w, width - low, depth - 1), random_expr(w, low, depth - 1));
  }
  case 3: {
    unsigned wide = width + world_below(w, 65 - width);
    if (wide == width) break;
    return mk_cast(w, EX_EXTRACT, random_expr(w, wide, depth - 1), width, world_below(w, wide - width + 1));
  }
  case 4: {
    unsigned narrow = 1 + world_below(w, width - 1);
    return mk_cast(w, world_below(w, 2) ? EX_ZEXT : EX_SEXT, random_expr(w, narrow, depth - 1), width, 0);
  }
  case 5: {
    expr_id at[40];
    uint32_t n = 1 + world_below(w, 40);
    for (uint32_t i = 0; i < n; i++)
      at[i] = world_below(w, 8) ? mk_const(w, width, world_random(w)) : random_expr(w, width, 0);
    return mk_table(w, random_expr(w, 1 + world_below(w, 12), depth - 1), at, n);
  }
  default: break;
  }
  enum expr_op op = binary[world_below(w, sizeof binary / sizeof *binary)];
  expr_id right = world_below(w, 3)
                      ? mk_const(w, width, world_below(w, 2) ? world_random(w) : world_below(w, 9))
                      : random_expr(w, width, depth - 1);
  return mk(w, op, random_expr(w, width, depth - 1), right);
}

static inline expr_id random_cond(struct world *w, int depth) {
  static const enum expr_op compare[] = {EX_EQ, EX_ULT, EX_ULE, EX_SLT, EX_SLE};
  static const unsigned widths[] = {8, 8, 16, 32, 5, 64, 1};
  if (depth > 1 && world_below(w, 6) == 0) {
    static const enum expr_op logic[] = {EX_AND, EX_OR, EX_XOR, EX_NOT, EX_EQ, EX_ULT, EX_ADD};
    enum expr_op op = logic[world_below(w, 7)];
    return mk(w, op, random_cond(w, depth - 1), random_cond(w, depth - 1));
  }
  unsigned width = widths[world_below(w, depth > 0 ? 7 : 6)];
  expr_id a = random_expr(w, width, depth - 1);
  expr_id b = world_below(w, 2) ? mk_const(w, width, world_below(w, 2) ? world_random(w) : world_below(w, 40))
                                : random_expr(w, width, depth - 1);
  return world_below(w, 4) ? mk(w, compare[world_below(w, 5)], a, b)
                           : mk(w, compare[world_below(w, 5)], b, a);
}

#endif
