/* Every simplification rule of wire/builder.c against plain evaluation: random expressions are built
 * through the simplifying functions and, in parallel, noted as they were asked for; both must be worth the
 * same under random inputs. test_build [ROUNDS] */
#include "explore/limits.h"
#include "runtime/build.h" /* as the runtime builds: at the fixed place */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { ITEMS = 48, VARS = 4, TRIES = 6 };

/* An expression as asked for: operands are indices of earlier items. */
struct item {
  struct expr asked;
  unsigned operands; /* the width expr_apply takes */
  uint64_t constant;
  int table[8];
  expr_id built;
};

static struct item item[ITEMS];
static unsigned item_count, rounds = 20000;
static uint64_t var_value[TRIES][VARS];
static uint64_t seed = 88172645463325252ull;

static uint64_t any(void) {
  seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
  return seed * 0x2545f4914f6cdd1dull >> 11;
}
static unsigned below(unsigned n) { return any() % n; }

static uint64_t corner(unsigned w) {
  uint64_t m = expr_mask(w),
           v[] = {0, 1, 2, m, m - 1, m >> 1, (m >> 1) + 1, 0x7f, 0x80, 0xff, 0x100, any(), any() & 0xff};
  return v[below(sizeof v / sizeof *v)] & m;
}

static const unsigned widths[] = {1, 3, 8, 16, 32, 64};
static unsigned var_width(unsigned v) { return (unsigned[]){8, 8, 16, 32}[v]; }

/* An item of this width, made from a constant or a resized variable if there is none. */
static int pick(unsigned w);

static int note(struct item x) {
  assert_true(item_count < ITEMS);
  item[item_count] = x;
  return item_count++;
}

static int note_const(unsigned w) {
  uint64_t v = corner(w);
  return note((struct item){.asked = {.op = EX_CONST, .width = w}, .constant = v, .built = expr_const(w, v)});
}

static int note_binary(enum expr_op op, unsigned w, int a, int b) {
  return note((struct item){.asked = {.op = op, .width = expr_is_compare(op) ? 1 : w, .a = a, .b = b},
                            .operands = w,
                            .built = expr_binary(op, item[a].built, item[b].built)});
}

static int add_var(unsigned v) {
  unsigned w = var_width(v);
  return note((struct item){.asked = {.op = EX_VAR, .width = w, .a = v},
                            .built = expr_var(0, 8 * v, w / 8, var_value[0][v])});
}

static int add_cast(enum expr_op op, unsigned w, unsigned lo, int a) {
  expr_id e = item[a].built;
  return note((struct item){.asked = {.op = op, .width = w, .lo = lo, .a = a},
                            .operands = item[a].asked.width,
                            .built = op == EX_ZEXT   ? expr_zext(w, e)
                                     : op == EX_SEXT ? expr_sext(w, e)
                                                     : expr_extract(lo, w, e)});
}

static int pick(unsigned w) {
  for (int tries = 0; tries < 12; tries++) {
    int i = below(item_count);
    if (item[i].asked.width == w) return i;
  }
  if (below(2)) return note_const(w);
  int a = below(item_count);
  unsigned wa = item[a].asked.width;
  if (wa == w) return a;
  if (wa > w) return add_cast(EX_EXTRACT, w, below(2) ? 0 : below(wa - w + 1), a);
  return add_cast(below(2) ? EX_ZEXT : EX_SEXT, w, 0, a);
}

static void add_binary(void) {
  static const enum expr_op ops[] = {EX_ADD, EX_ADD,  EX_SUB,  EX_MUL, EX_UDIV, EX_SDIV, EX_UREM, EX_SREM,
                                     EX_SHL, EX_LSHR, EX_ASHR, EX_AND, EX_OR,   EX_XOR,  EX_EQ,   EX_EQ,
                                     EX_ULT, EX_ULT,  EX_ULE,  EX_SLT, EX_SLT,  EX_SLE};
  enum expr_op op = ops[below(sizeof ops / sizeof *ops)];
  unsigned w = widths[below(6)];
  int a = pick(w), b = pick(w);
  note_binary(op, w, a, b);
}

/* (a > b) - (a < b), compared with a small number. */
static void add_sign(void) {
  unsigned w = widths[1 + below(5)], wide = widths[1 + below(5)];
  enum expr_op less = below(2) ? EX_SLT : EX_ULT;
  int a = pick(w), b = pick(w), other = below(4) ? a : pick(w);
  int more = add_cast(EX_ZEXT, wide, 0, note_binary(less, w, b, a));
  int sign = note_binary(EX_SUB, wide, more, add_cast(EX_ZEXT, wide, 0, note_binary(less, w, other, b)));
  uint64_t v = (uint64_t)below(5) - 2;
  int c = note((struct item){.asked = {.op = EX_CONST, .width = wide},
                             .constant = v & expr_mask(wide),
                             .built = expr_const(wide, v)});
  enum expr_op op = (enum expr_op[]){EX_EQ, EX_SLT, EX_SLE, EX_ULT}[below(4)];
  if (below(2))
    note_binary(op, wide, sign, c);
  else
    note_binary(op, wide, c, sign);
}

static void add_concat(void) {
  unsigned w = (unsigned[]){1, 8, 16, 32}[below(4)];
  int a = pick(w), b = pick(below(2) ? w : 8);
  unsigned wb = item[b].asked.width;
  note((struct item){.asked = {.op = EX_CONCAT, .width = w + wb, .a = a, .b = b},
                     .operands = wb,
                     .built = expr_concat(item[a].built, item[b].built)});
}

static void add_ite(void) {
  unsigned w = widths[below(6)];
  int c = pick(1), a = pick(w), b = pick(w);
  note((struct item){.asked = {.op = EX_ITE, .width = w, .a = c, .b = a, .c = b},
                     .operands = w,
                     .built = expr_ite(item[c].built, item[a].built, item[b].built)});
}

static void add_not(void) {
  int a = pick(widths[below(6)]);
  unsigned w = item[a].asked.width;
  note((struct item){
      .asked = {.op = EX_NOT, .width = w, .a = a}, .operands = w, .built = expr_not(item[a].built)});
}

static void add_table(void) {
  unsigned w = widths[1 + below(5)];
  expr_id element[8];
  struct item x = {.asked = {.op = EX_TABLE, .width = w, .c = 2 + below(4)}};
  x.asked.a = pick(below(2) ? 8 : 16);
  for (unsigned i = 0; i < x.asked.c; i++) {
    x.table[i] = below(3) ? pick(w) : i ? x.table[0] : note_const(w);
    element[i] = item[x.table[i]].built;
  }
  x.built = expr_table(item[x.asked.a].built, element, x.asked.c);
  note(x);
}

static void add_any_cast(void) {
  int a = below(item_count);
  unsigned wa = item[a].asked.width, w = widths[below(6)];
  if (w < wa)
    add_cast(EX_EXTRACT, w, below(3) ? below(wa - w + 1) : 0, a);
  else
    add_cast(below(2) ? EX_ZEXT : EX_SEXT, w, 0, a);
}

static void add_something(void) {
  switch (below(11)) {
  case 10: add_sign(); break;
  case 0: add_concat(); break;
  case 1: add_ite(); break;
  case 2: add_not(); break;
  case 3:
  case 4: add_any_cast(); break;
  case 5: add_table(); break;
  default: add_binary();
  }
}

static uint64_t worth(const struct item *x, const uint64_t *v, const uint64_t *vars) {
  const struct expr *n = &x->asked;
  if (n->op == EX_CONST) return x->constant;
  if (n->op == EX_VAR) return vars[n->a];
  if (n->op == EX_TABLE) return v[x->table[v[n->a] < n->c ? v[n->a] : n->c - 1]];
  return expr_apply(n, x->operands, v[n->a], v[n->b], v[n->c]);
}

static uint64_t node_worth(expr_id id, const uint64_t *v, const uint64_t *vars) {
  const struct expr *n = &NODE(id);
  if (n->op == EX_CONST) return expr_const_value(n);
  if (n->op == EX_VAR) return vars[n->b / 8];
  if (n->op == EX_TABLE) return v[shm_pool(SHM)[n->b + (v[n->a] < n->c ? v[n->a] : n->c - 1)]];
  return expr_apply(n, expr_width(n->op == EX_CONCAT ? n->b : n->a), v[n->a], v[n->b], v[n->c]);
}

static void check_round(void) {
  static uint64_t node_value[1 << 16], value[ITEMS];
  for (int t = 0; t < TRIES; t++) {
    for (expr_id id = 1; id < SHM->expr_count; id++)
      node_value[id] = node_worth(id, node_value, var_value[t]);
    for (unsigned i = 0; i < item_count; i++) {
      value[i] = worth(&item[i], value, var_value[t]);
      assert_int_equal(expr_width(item[i].built), item[i].asked.width);
      if (node_value[item[i].built] != value[i])
        fail_msg("item %u op %d width %d a=%u b=%u: %#lx, simplified %#lx", i, item[i].asked.op,
                 item[i].asked.width, item[i].asked.a, item[i].asked.b, value[i], node_value[item[i].built]);
      if (t == 0) assert_int_equal(VALUE(item[i].built), value[i]);
    }
  }
}

/* The invariant that builder.c states. */
static void check_store(void) {
  for (expr_id id = 1; id < SHM->expr_count; id++) {
    const struct expr *n = &NODE(id);
    unsigned arity = expr_arity(n->op);
    assert_true(arity < 1 || n->a < id);
    assert_true(arity < 2 || n->b < id);
    assert_true(arity < 3 || n->c < id);
  }
  assert_true(builder_is_sound(SHM));
}

static void start_round(void) {
  for (int i = 0; i < LIMIT_COUNT; i++) SHM->limit[i] = limit_of((enum limit)i);
  SHM->expr_count = SHM->pool_count = 0;
  memset(shm_hash(SHM), 0, sizeof(uint32_t) * (SHM->hash_mask + 1));
  build_open(SHM);
  item_count = 0;
  for (int t = 0; t < TRIES; t++)
    for (int v = 0; v < VARS; v++) var_value[t][v] = corner(var_width(v));
  for (int v = 0; v < VARS; v++) add_var(v);
}

static void rules_keep_the_value(void **state) {
  (void)state;
  for (unsigned r = 0; r < rounds; r++) {
    start_round();
    while (item_count < ITEMS - 10) add_something();
    check_round();
    check_store();
  }
}

static void equal_expressions_are_one(void **state) {
  (void)state;
  start_round();
  expr_id x = item[3].built, one = expr_const(32, 1), five = expr_const(32, 5);
  assert_int_equal(expr_binary(EX_ADD, x, one), expr_binary(EX_ADD, one, x));
  assert_int_equal(expr_binary(EX_SUB, expr_binary(EX_ADD, x, five), five), x);
  assert_int_equal(expr_not(expr_not(x)), x);
  expr_id less = expr_binary(EX_SLT, x, five);
  assert_int_equal(expr_not(expr_not(less)), less);
  assert_int_equal(expr_not(less), expr_binary(EX_SLE, five, x));
  expr_id wide = expr_zext(32, less);
  assert_int_equal(expr_not(expr_binary(EX_EQ, wide, expr_const(32, 0))),
                   less); /* if (x < 5) as C spells it */
  expr_id low = expr_extract(0, 16, x), high = expr_extract(16, 16, x);
  assert_int_equal(expr_concat(high, low), x);
}

static void the_table_grows(void **state) {
  (void)state;
  start_round();
  expr_id x = item[3].built, first = expr_binary(EX_XOR, x, expr_const(32, 1));
  for (uint32_t i = 1; i < 100000; i++) expr_binary(EX_XOR, x, expr_const(32, i));
  assert_int_equal(expr_binary(EX_XOR, x, expr_const(32, 1)), first);
  assert_true(SHM->hash_mask > 2 * SHM->expr_count);
  check_store();
}

static int map_store(void **state) {
  (void)state;
  void *p = mmap(SHM, SHM_SIZE, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  return p == (void *)SHM ? 0 : -1;
}

int main(int argc, char **argv) {
  if (argc > 1) rounds = atoi(argv[1]);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rules_keep_the_value),
      cmocka_unit_test(equal_expressions_are_one),
      cmocka_unit_test(the_table_grows),
  };
  return cmocka_run_group_tests(tests, map_store, NULL);
}
