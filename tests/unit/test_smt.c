/* The solver layer: every stage may only save time, never change an answer.
 *
 * clang-19 -std=gnu17 -D_GNU_SOURCE -DRADDLE_CHECKS -O1 -g -fsanitize=address,undefined -Isrc -Itests -o test_smt
 *   tests/unit/test_smt.c src/base/die.c src/explore/{eval,atom,slice,common,candidates,linear,compare,domain,cache,smt_z3,smt}.c
 *   src/explore/expr_print.c -lz3 -lcmocka */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "explore/expr_print.h"
#include "explore/smt.h"
#include "unit/world.h"
#include <stdio.h>

#define ALL ((1u << SMT_STAGES) - 1)
#define ONLY(stage) (ALL & ~(1u << SMT_Z3) & ~(1u << (stage)))

struct config {
  const char *name;
  uint32_t off;
};

static const struct config configs[] = {
    {"z3", ALL & ~(1u << SMT_Z3)},
    {"all", 0},
#define STAGE(name, text, help) {"without " text, SMT_##name == SMT_Z3 ? 0 : 1u << SMT_##name},
#include "explore/smt.def"
#undef STAGE
    {"no z3", 1u << SMT_Z3},
    {"slice and domain", ONLY(SMT_SLICE) & ~(1u << SMT_DOMAIN)},
    {"domain", ONLY(SMT_DOMAIN)},
    {"cache", ONLY(SMT_CACHE)},
    {"candidates", ONLY(SMT_CANDIDATES)},
    {"slice and syntactic", ONLY(SMT_SLICE) & ~(1u << SMT_SYNTACTIC)},
};
#define CONFIGS (sizeof configs / sizeof *configs)

struct bench {
  struct world w;
  struct smt *smt[CONFIGS];
  struct eval *eval;
  vec(struct decision) steps;
  struct input current, out;
};

static void bench_open(struct bench *b, uint64_t seed) {
  struct smt_options options = {.timeout_ms =
                                    300}; /* the few that are hard are hard for all configurations */
  memset(b, 0, sizeof *b);
  world_open(&b->w, 1 << 19, seed);
  for (size_t i = 0; i < CONFIGS; i++) {
    options.off = configs[i].off;
    b->smt[i] = smt_open(&b->w.store, &options);
  }
  b->eval = eval_open(&b->w.store);
}

static void bench_close(struct bench *b) {
  for (size_t i = 0; i < CONFIGS; i++) smt_close(b->smt[i]);
  eval_close(b->eval);
  world_close(&b->w);
  vec_free(&b->steps);
  vec_free(&b->current.bytes);
  vec_free(&b->out.bytes);
}

static uint64_t value(struct bench *b, expr_id e, const struct input *in) {
  eval_forget(b->eval);
  return eval_expr(b->eval, e, in);
}

/* A step as the current input would take it; conditions are not repeated and not constant. */
static void add_step(struct bench *b, expr_id cond) {
  size_t vars;
  eval_vars(b->eval, cond, &vars);
  for (size_t i = 0; i < b->steps.count; i++)
    if (b->steps.at[i].cond == cond) return;
  if (!vars) return;
  vec_push(&b->steps, ((struct decision){.cond = cond, .taken = (uint8_t)value(b, cond, &b->current)}));
}

static void random_input(struct bench *b, size_t bytes) {
  vec_clear(&b->current.bytes);
  for (size_t i = 0; i < bytes; i++)
    vec_push(&b->current.bytes,
             (uint8_t)(world_below(&b->w, 2) ? world_random(&b->w) : world_below(&b->w, 5)));
}

static bool holds(struct bench *b, size_t n, const struct input *in) {
  eval_forget(b->eval);
  for (size_t i = 0; i <= n; i++)
    if (eval_expr(b->eval, b->steps.at[i].cond, in) != (b->steps.at[i].taken ^ (i == n))) return false;
  return true;
}

static void explain(struct bench *b, size_t n, size_t config, enum smt_answer got, enum smt_answer expected) {
  char text[2000];
  fprintf(stderr, "%s says %d, not %d, to:\n", configs[config].name, got, expected);
  for (size_t i = 0; i <= n; i++)
    fprintf(stderr, "  %d %s\n", b->steps.at[i].taken ^ (i == n),
            expr_print(&b->w.store, NULL, b->steps.at[i].cond, text, sizeof text));
}

/* Random questions may be hard for Z3: it may give up on few. */
static size_t asked, unknown;

/* Asks every configuration; `expected` SMT_UNKNOWN: what Z3 says. */
static void check_flip(struct bench *b, size_t n, enum smt_answer expected) {
  for (size_t c = 0; c < CONFIGS; c++) {
    enum smt_answer got = smt_flip(b->smt[c], b->steps.at, n, &b->current, &b->out);
    if (expected == SMT_UNKNOWN) expected = got;
    bool may_pass = configs[c].off >> SMT_Z3 & 1;
    if (got == SMT_UNKNOWN && !may_pass) unknown++;
    asked++;
    if (got != expected && got != SMT_UNKNOWN) {
      explain(b, n, c, got, expected);
      fail();
    }
    if (got == SMT_SAT) assert_true(holds(b, n, &b->out));
    assert_true(b->out.bytes.count >= b->current.bytes.count);
  }
}

static enum smt_answer brute_force(struct bench *b, size_t n, size_t bytes) {
  struct input in = {{0}};
  enum smt_answer answer = SMT_UNSAT;
  input_copy(&in, &b->current);
  for (uint32_t v = 0; v < 1u << 8 * bytes && answer == SMT_UNSAT; v++) {
    input_set(&in, 0, (uint32_t)bytes, v);
    if (holds(b, n, &in)) answer = SMT_SAT;
  }
  vec_free(&in.bytes);
  return answer;
}

static void check_path(struct bench *b, size_t brute_bytes) {
  for (size_t n = b->steps.count; n--;)
    check_flip(b, n, brute_bytes ? brute_force(b, n, brute_bytes) : SMT_UNKNOWN);
  for (size_t n = 0; n < b->steps.count; n++) check_flip(b, n, SMT_UNKNOWN);
}

static void test_brute_force_one_byte(void **state) {
  (void)state;
  struct bench b;
  bench_open(&b, 1);
  mk_input(&b.w, 0, 1);
  for (int round = 0; round < 100; round++) {
    random_input(&b, 1);
    vec_clear(&b.steps);
    for (int i = 0; i < 5; i++) add_step(&b, random_cond(&b.w, 1 + (int)world_below(&b.w, 3)));
    check_path(&b, 1);
  }
  bench_close(&b);
}

static void test_brute_force_two_bytes(void **state) {
  (void)state;
  struct bench b;
  bench_open(&b, 2);
  mk_input(&b.w, 0, 1);
  mk_input(&b.w, 1, 1);
  for (int round = 0; round < 12; round++) {
    random_input(&b, 2);
    vec_clear(&b.steps);
    for (int i = 0; i < 4; i++) add_step(&b, random_cond(&b.w, 1 + (int)world_below(&b.w, 2)));
    check_path(&b, 2);
  }
  bench_close(&b);
}

static void test_random_paths(void **state) {
  (void)state;
  struct bench b;
  bench_open(&b, 3);
  mk_input(&b.w, 0, 1);
  mk_input(&b.w, 1, 1);
  mk_input(&b.w, 2, 2);
  mk_input(&b.w, 4, 4);
  for (int round = 0; round < 40; round++) {
    random_input(&b, world_below(&b.w, 9));
    vec_clear(&b.steps);
    for (int i = 0; i < 6; i++) add_step(&b, random_cond(&b.w, 1 + (int)world_below(&b.w, 2)));
    check_path(&b, 0);
  }
  bench_close(&b);
}

/* Plain comparisons, the order solver's own ground; narrow ranges make contradictions. */
static void order_paths(unsigned bytes, unsigned vars, unsigned spread, int rounds, bool mixed,
                        uint64_t seed) {
  static const enum expr_op compare[] = {EX_EQ, EX_SLT, EX_SLE, EX_ULT, EX_ULE};
  struct bench b;
  bench_open(&b, seed);
  for (unsigned i = 0; i < vars; i++) mk_input(&b.w, bytes * i, bytes);
  for (int round = 0; round < rounds; round++) {
    unsigned base = world_below(&b.w, 2) ? 0 : 0 - spread / 2;
    vec_clear(&b.current.bytes);
    for (unsigned i = 0; i < vars; i++)
      input_set(&b.current, bytes * i, bytes, base + world_below(&b.w, spread));
    vec_clear(&b.steps);
    unsigned order = world_below(&b.w, 2) ? 1 : 3;
    for (unsigned i = 0; i < 2 * vars; i++) {
      expr_id x = b.w.vars[world_below(&b.w, vars)], y = b.w.vars[world_below(&b.w, vars)];
      if (world_below(&b.w, 3) == 0) y = mk_const(&b.w, 8 * bytes, base + world_below(&b.w, spread));
      unsigned k = world_below(&b.w, 3);
      enum expr_op op = compare[k ? (mixed && world_below(&b.w, 4) == 0 ? 4 - order : order) + k - 1 : 0];
      if (world_below(&b.w, 3) == 0)
        x = mk_cast(&b.w, EX_SEXT, x, 64, 0), y = mk_cast(&b.w, EX_SEXT, y, 64, 0);
      add_step(&b, mk(&b.w, op, x, y));
    }
    check_path(&b, 0);
  }
  bench_close(&b);
}

static void test_order(void **state) {
  (void)state;
  order_paths(4, 5, 6, 40, false, 4);
  order_paths(1, 4, 256, 30, false, 5);
  order_paths(2, 4, 4, 40, true, 6);
  order_paths(8, 3, 1000, 20, false, 7);
}

/* One variable, arcs only: casts, sums and mirrors of it against constants. */
static void test_arcs(void **state) {
  (void)state;
  static const enum expr_op compare[] = {EX_EQ, EX_SLT, EX_SLE, EX_ULT, EX_ULE};
  struct bench b;
  bench_open(&b, 8);
  expr_id x = mk_input(&b.w, 0, 2);
  for (int round = 0; round < 80; round++) {
    random_input(&b, 2);
    vec_clear(&b.steps);
    for (int i = 0; i < 6; i++) {
      expr_id t = x;
      for (unsigned k = world_below(&b.w, 4); k--;) {
        unsigned width = width_in(&b.w, t);
        expr_id c = mk_const(&b.w, width, world_below(&b.w, 2) ? world_random(&b.w) : world_below(&b.w, 100));
        switch (world_below(&b.w, 6)) {
        case 0: t = mk(&b.w, EX_ADD, t, c); break;
        case 1: t = mk(&b.w, EX_SUB, t, c); break;
        case 2: t = mk(&b.w, EX_SUB, c, t); break;
        case 3: t = mk(&b.w, EX_NOT, t, 0); break;
        case 4: t = mk(&b.w, EX_XOR, t, c); break;
        default:
          t = width < 64 ? mk_cast(&b.w, world_below(&b.w, 2) ? EX_ZEXT : EX_SEXT, t,
                                   width + 1 + world_below(&b.w, 64 - width), 0)
                         : t;
        }
      }
      expr_id c = mk_const(&b.w, width_in(&b.w, t),
                           world_below(&b.w, 2) ? value(&b, t, &b.current) + world_below(&b.w, 9) - 4
                                                : world_random(&b.w));
      enum expr_op op = compare[world_below(&b.w, 5)];
      add_step(&b, world_below(&b.w, 2) ? mk(&b.w, op, t, c) : mk(&b.w, op, c, t));
    }
    for (size_t n = b.steps.count; n--;) check_flip(&b, n, brute_force(&b, n, 2));
  }
  bench_close(&b);
}

/* Sums with factors, digits for the most part: the linear guesses and proofs. */
static void test_sums(void **state) {
  (void)state;
  static const enum expr_op compare[] = {EX_EQ, EX_SLT, EX_SLE, EX_ULT, EX_ULE};
  struct bench b;
  bench_open(&b, 17);
  mk_input(&b.w, 0, 1);
  mk_input(&b.w, 1, 1);
  for (int round = 0; round < 40; round++) {
    random_input(&b, 2);
    vec_clear(&b.steps);
    for (int i = 0; i < 5; i++) {
      unsigned width = world_below(&b.w, 2) ? 16 : 8 + world_below(&b.w, 4), terms = world_below(&b.w, 3);
      expr_id t =
          mk_cast(&b.w, world_below(&b.w, 2) ? EX_ZEXT : EX_SEXT, b.w.vars[world_below(&b.w, 2)], width, 0);
      while (terms--) {
        expr_id x =
            mk_cast(&b.w, world_below(&b.w, 2) ? EX_ZEXT : EX_SEXT, b.w.vars[world_below(&b.w, 2)], width, 0);
        if (world_below(&b.w, 2)) t = mk(&b.w, EX_MUL, t, mk_const(&b.w, width, world_below(&b.w, 20) - 5));
        t = mk(&b.w, world_below(&b.w, 2) ? EX_ADD : EX_SUB, t,
               world_below(&b.w, 4) ? x : mk_const(&b.w, width, world_below(&b.w, 99)));
      }
      expr_id c = mk_const(&b.w, width, world_below(&b.w, 2) ? world_random(&b.w) : world_below(&b.w, 300));
      add_step(&b, mk(&b.w, compare[world_below(&b.w, 5)], t, c));
    }
    for (size_t n = b.steps.count; n--;) check_flip(&b, n, brute_force(&b, n, 2));
  }
  bench_close(&b);
}

/* Variables that share bytes are one group and agree on the bytes. */
static void test_overlap(void **state) {
  (void)state;
  struct bench b;
  bench_open(&b, 9);
  expr_id word = mk_input(&b.w, 0, 4), low = mk_input(&b.w, 0, 1), mid = mk_input(&b.w, 1, 2);
  random_input(&b, 0);
  add_step(&b, mk(&b.w, EX_EQ, low, mk_const(&b.w, 8, 0)));
  add_step(&b, mk(&b.w, EX_ULT, mid, mk_const(&b.w, 16, 0x10)));
  add_step(&b, mk(&b.w, EX_ULT, word, mk_const(&b.w, 32, 0x1000)));
  add_step(&b, mk(&b.w, EX_EQ, word, mk_const(&b.w, 32, 0x2ff)));
  check_flip(&b, 3, SMT_UNSAT); /* low == 0 */
  check_flip(&b, 2, SMT_SAT);
  check_flip(&b, 1, SMT_SAT);
  check_flip(&b, 0, SMT_SAT);
  bench_close(&b);
}

static void test_eval_is_apply(void **state) {
  (void)state;
  struct world w;
  world_open(&w, 1 << 18, 10);
  mk_input(&w, 0, 1);
  mk_input(&w, 1, 4);
  mk_input(&w, 5, 8);
  struct eval *ev = eval_open(&w.store);
  struct input in = {{0}};
  for (int round = 0; round < 300; round++) {
    uint32_t first = w.count;
    random_expr(&w, 2 + world_below(&w, 63), 5);
    for (unsigned i = 0; i < 13; i++) input_set(&in, i, 1, world_random(&w));
    eval_forget(ev);
    for (expr_id id = first; id < w.count; id++) {
      const struct expr *e = &w.store.node[id];
      if (!expr_arity(e->op) || e->op == EX_TABLE) continue;
      uint64_t a = eval_expr(ev, e->a, &in), b = expr_arity(e->op) > 1 ? eval_expr(ev, e->b, &in) : 0;
      uint64_t c = expr_arity(e->op) > 2 ? eval_expr(ev, e->c, &in) : 0;
      unsigned width = w.store.node[e->op == EX_CONCAT ? e->b : e->a].width;
      assert_int_equal(eval_expr(ev, id, &in), expr_apply(e, width, a, b, c));
      assert_int_equal(eval_expr(ev, id, &in) & ~expr_mask(e->width), 0);
    }
  }
  eval_close(ev);
  vec_free(&in.bytes);
  world_close(&w);
}

/* A chain of 100,000 sums over 2,000 variables: no recursion, no quadratic memory. */
static void test_deep(void **state) {
  (void)state;
  struct bench b;
  bench_open(&b, 11);
  expr_id sum = mk_const(&b.w, 32, 0);
  for (unsigned i = 0; i < 100000; i++)
    sum = mk(&b.w, EX_ADD, mk(&b.w, EX_XOR, sum, mk_const(&b.w, 32, i)),
             mk_cast(&b.w, EX_ZEXT, mk_var(&b.w, i % 2000, 1), 32, 0));
  sum = mk(&b.w, EX_ADD, sum, mk_cast(&b.w, EX_ZEXT, mk_var(&b.w, 2000, 1), 32, 0));
  size_t count;
  const uint32_t *vars = eval_vars(b.eval, sum, &count);
  assert_int_equal(count, 2001);
  for (size_t i = 1; i < count; i++) assert_true(vars[i - 1] < vars[i]);
  random_input(&b, 2000);
  add_step(&b, mk(&b.w, EX_EQ, sum, mk_const(&b.w, 32, value(&b, sum, &b.current) + 5)));
  struct smt_options options = {.off = 1u << SMT_Z3};
  struct smt *s = smt_open(&b.w.store, &options);
  assert_int_equal(smt_flip(s, b.steps.at, 0, &b.current, &b.out), SMT_SAT);
  assert_true(holds(&b, 0, &b.out));
  smt_close(s);
  bench_close(&b);
}

/* Beyond the current input: `out` is extended; other bytes stay. */
static void test_extends_input(void **state) {
  (void)state;
  struct bench b;
  bench_open(&b, 12);
  mk_input(&b.w, 0, 1);
  expr_id far = mk_input(&b.w, 10, 4);
  random_input(&b, 3);
  add_step(&b, mk(&b.w, EX_EQ, far, mk_const(&b.w, 32, 0xdeadbeef)));
  check_flip(&b, 0, SMT_SAT);
  assert_int_equal(b.out.bytes.count, 14);
  assert_int_equal(input_get(&b.out, 10, 4), 0xdeadbeef);
  assert_memory_equal(b.out.bytes.at, b.current.bytes.at, 3);
  bench_close(&b);
}

static void test_cache(void **state) {
  (void)state;
  struct bench b;
  bench_open(&b, 13);
  struct smt_options options = {.timeout_ms = 20000,
                                .off = ONLY(SMT_SLICE) & ~(1u << SMT_CACHE) & ~(1u << SMT_Z3)};
  struct smt *s = smt_open(&b.w.store, &options);
  expr_id x = mk_input(&b.w, 0, 4), y = mk_input(&b.w, 4, 4);
  input_set(&b.current, 0, 8, 0);
  expr_id square = mk(&b.w, EX_AND, mk(&b.w, EX_MUL, x, x), mk_const(&b.w, 32, 3));
  add_step(&b, mk(&b.w, EX_EQ, mk(&b.w, EX_AND, x, mk_const(&b.w, 32, 1)), mk_const(&b.w, 32, 0)));
  add_step(&b, mk(&b.w, EX_ULT, x, y));
  add_step(&b, mk(&b.w, EX_EQ, square, mk_const(&b.w, 32, 1))); /* no even number has an odd square */
  assert_int_equal(smt_flip(s, b.steps.at, 2, &b.current, &b.out), SMT_UNSAT);
  assert_int_equal(smt_counts(s)->queries, 1);
  /* the same again */
  assert_int_equal(smt_flip(s, b.steps.at, 2, &b.current, &b.out), SMT_UNSAT);
  assert_int_equal(smt_counts(s)->cached, 1);
  /* a superset, with a literal of the first set gone that was not to blame */
  struct decision last = b.steps.at[2];
  b.steps.count = 1;
  add_step(&b, mk(&b.w, EX_ULE, x, mk_const(&b.w, 32, 1000)));
  add_step(&b, mk(&b.w, EX_EQ, y, mk_const(&b.w, 32, 0)));
  vec_push(&b.steps, last);
  assert_int_equal(smt_flip(s, b.steps.at, 3, &b.current, &b.out), SMT_UNSAT);
  assert_int_equal(smt_counts(s)->cached, 2);
  /* a satisfiable one, twice */
  add_step(&b, mk(&b.w, EX_EQ, mk(&b.w, EX_MUL, y, y), mk_const(&b.w, 32, 49)));
  b.steps.at[2] = b.steps.at[4];
  assert_int_equal(smt_flip(s, b.steps.at, 2, &b.current, &b.out), SMT_SAT);
  assert_int_equal(smt_flip(s, b.steps.at, 2, &b.current, &b.out), SMT_SAT);
  assert_true(holds(&b, 2, &b.out));
  assert_int_equal(smt_counts(s)->queries, 2);
  assert_int_equal(smt_counts(s)->cached, 3);
  smt_close(s);
  bench_close(&b);
}

static void test_timeout(void **state) {
  (void)state;
  struct bench b;
  bench_open(&b, 14);
  struct smt_options options = {.timeout_ms = 1};
  struct smt *s = smt_open(&b.w.store, &options);
  expr_id x = mk_input(&b.w, 0, 4), y = mk_input(&b.w, 4, 4);
  x = mk_cast(&b.w, EX_ZEXT, x, 64, 0);
  y = mk_cast(&b.w, EX_ZEXT, y, 64, 0);
  input_set(&b.current, 0, 8, 0x200000002);
  add_step(&b, mk(&b.w, EX_ULT, mk_const(&b.w, 64, 1), x));
  add_step(&b, mk(&b.w, EX_ULT, mk_const(&b.w, 64, 1), y));
  add_step(&b, mk(&b.w, EX_EQ, mk(&b.w, EX_MUL, x, y), mk_const(&b.w, 64, 4294967291ull * 4294967279ull)));
  assert_int_equal(smt_flip(s, b.steps.at, 2, &b.current, &b.out), SMT_UNKNOWN);
  assert_int_equal(smt_counts(s)->unknown, 1);
  smt_close(s);
  bench_close(&b);
}

static void test_solve(void **state) {
  (void)state;
  struct bench b;
  bench_open(&b, 15);
  mk_input(&b.w, 0, 1);
  mk_input(&b.w, 1, 1);
  for (int round = 0; round < 40; round++) {
    random_input(&b, 2);
    vec_clear(&b.steps);
    for (int i = 0; i < 3; i++) {
      add_step(&b, random_cond(&b.w, 2));
      if (b.steps.count) vec_last(&b.steps).taken = (uint8_t)world_below(&b.w, 2);
    }
    if (!b.steps.count) continue;
    size_t n = b.steps.count - 1;
    b.steps.at[n].taken ^= 1; /* brute_force and holds speak of flips */
    enum smt_answer expected = brute_force(&b, n, 2);
    b.steps.at[n].taken ^= 1;
    for (size_t c = 0; c < CONFIGS; c++) {
      enum smt_answer got = smt_solve(b.smt[c], b.steps.at, n + 1, &b.current, &b.out);
      assert_true(got == expected || got == SMT_UNKNOWN);
      b.steps.at[n].taken ^= 1;
      if (got == SMT_SAT) assert_true(holds(&b, n, &b.out));
      b.steps.at[n].taken ^= 1;
    }
  }
  bench_close(&b);
}

/* Is the conjunction of these steps without solution, as Z3 alone sees it? Leaves out step `without`. */
static enum smt_answer solve_some(struct bench *b, const struct smt_core *core, uint32_t without) {
  vec(struct decision) some = {0};
  for (size_t i = 0; i < core->steps.count; i++)
    if (core->steps.at[i] != without) vec_push(&some, b->steps.at[core->steps.at[i]]);
  enum smt_answer answer = smt_solve(b->smt[0], some.at, some.count, &b->current, &b->out);
  vec_free(&some);
  return answer;
}

static size_t cores, larger_cores;

static void check_core(struct bench *b, size_t config) {
  struct smt_core core = {{0}};
  enum smt_answer expected = smt_solve(b->smt[0], b->steps.at, b->steps.count, &b->current, &b->out);
  enum smt_answer got =
      smt_solve_core(b->smt[config], b->steps.at, b->steps.count, &b->current, &b->out, &core);
  assert_true(got == expected || got == SMT_UNKNOWN || expected == SMT_UNKNOWN);
  assert_int_equal(core.steps.count > 0, got == SMT_UNSAT);
  for (size_t i = 0; i < core.steps.count; i++)
    assert_true(core.steps.at[i] < b->steps.count && (i == 0 || core.steps.at[i - 1] < core.steps.at[i]));
  if (got == SMT_UNSAT) {
    assert_int_not_equal(solve_some(b, &core, UINT32_MAX), SMT_SAT);
    cores++;
    for (size_t i = 0; i < core.steps.count && core.steps.count > 1; i++)
      larger_cores += solve_some(b, &core, core.steps.at[i]) == SMT_UNSAT;
  }
  vec_free(&core.steps);
}

/* Random conjunctions, twice: the second time the cache knows. */
static void test_cores(void **state) {
  (void)state;
  struct bench b;
  bench_open(&b, 18);
  for (unsigned i = 0; i < 4; i++) mk_input(&b.w, i, 1);
  mk_input(&b.w, 4, 2);
  for (int round = 0; round < 60; round++) {
    random_input(&b, 6);
    vec_clear(&b.steps);
    for (unsigned i = 0, n = 3 + world_below(&b.w, 12); i < n; i++) {
      add_step(&b, random_cond(&b.w, 1 + (int)world_below(&b.w, 2)));
      if (b.steps.count && world_below(&b.w, 2)) vec_last(&b.steps).taken ^= 1;
    }
    for (size_t c = 0; c < 2 * CONFIGS; c++) check_core(&b, c % CONFIGS);
  }
  assert_true(cores > 100);
  bench_close(&b);
}

/* With everything on, no step can be left out of a small core. */
static void test_minimal_cores(void **state) {
  (void)state;
  struct bench b;
  bench_open(&b, 19);
  for (unsigned i = 0; i < 4; i++) mk_input(&b.w, 4 * i, 4);
  larger_cores = cores = 0;
  for (int round = 0; round < 60; round++) {
    random_input(&b, 16);
    vec_clear(&b.steps);
    for (int i = 0; i < 12; i++) {
      expr_id x = b.w.vars[world_below(&b.w, 4)], y = b.w.vars[world_below(&b.w, 4)];
      if (world_below(&b.w, 3) == 0) y = mk_const(&b.w, 32, world_below(&b.w, 20));
      if (world_below(&b.w, 3) == 0) x = mk(&b.w, EX_ADD, x, mk_const(&b.w, 32, world_below(&b.w, 5)));
      add_step(&b, mk(&b.w, world_below(&b.w, 2) ? EX_ULT : EX_EQ, x, y));
      if (b.steps.count && world_below(&b.w, 3) == 0) vec_last(&b.steps).taken ^= 1;
    }
    check_core(&b, 1);
  }
  assert_true(cores > 20);
  assert_int_equal(larger_cores, 0);
  bench_close(&b);
}

static void test_print(void **state) {
  (void)state;
  struct world w;
  char text[64], tiny[8];
  world_open(&w, 1000, 16);
  expr_id x = mk_input(&w, 4, 4),
          e = mk(&w, EX_SLT, mk(&w, EX_ADD, x, mk_const(&w, 32, 3)), mk_const(&w, 32, 10));
  assert_string_equal(expr_print(&w.store, NULL, e, text, sizeof text), "(in4:32 + 3) < 10");
  assert_string_equal(expr_print(&w.store, NULL, e, tiny, sizeof tiny), "(in4...");
  world_close(&w);
}

static void test_few_unknown(void **state) {
  (void)state;
  assert_true(100 * unknown <= asked);
}

/* $SHORT: without the test that takes longest, for builds that are slow. */
int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_eval_is_apply),
      cmocka_unit_test(test_print),
      cmocka_unit_test(test_brute_force_one_byte),
      cmocka_unit_test(test_brute_force_two_bytes),
      cmocka_unit_test(test_random_paths),
      cmocka_unit_test(test_order),
      cmocka_unit_test(test_arcs),
      cmocka_unit_test(test_overlap),
      cmocka_unit_test(test_sums),
      cmocka_unit_test(test_deep),
      cmocka_unit_test(test_extends_input),
      cmocka_unit_test(test_cache),
      cmocka_unit_test(test_timeout),
      cmocka_unit_test(test_solve),
      cmocka_unit_test(test_cores),
      cmocka_unit_test(test_minimal_cores),
      cmocka_unit_test(test_few_unknown),
  };
  if (getenv("SHORT")) cmocka_set_skip_filter("test_brute_force_one_byte");
  return cmocka_run_group_tests_name("smt", tests, NULL, NULL);
}
