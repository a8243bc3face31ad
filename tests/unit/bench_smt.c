/* What a flip costs, by kind of program: ns per flip and the share of each stage.
 *
 * clang-19 -std=gnu17 -D_GNU_SOURCE -O2 -Isrc -Itests -o bench_smt tests/unit/bench_smt.c src/base/die.c
 *   src/explore/{eval,atom,slice,common,candidates,linear,order,domain,cache,smt_z3,smt,expr_print}.c -lz3
 *
 * bench_smt [bit set of the stages to leave out [flips at most]]
 *
 * Each case is a program in small: it says, from an input, what path a run takes; a depth-first search does the rest. */
#include "explore/smt.h"
#include "unit/world.h"
#include <stdio.h>
#include <time.h>

#define STEPS_MAX 4096

struct machine {
  struct world w;
  struct eval *eval;
  struct input input;
  struct decision steps[STEPS_MAX];
  uint8_t done[STEPS_MAX]; /* both ways tried */
  size_t count;
};

static uint64_t value(struct machine *m, expr_id e) { return eval_expr(m->eval, e, &m->input); }

static bool branch(struct machine *m, enum expr_op op, expr_id a, expr_id b) {
  expr_id cond = mk(&m->w, op, a, b);
  bool taken = value(m, cond);
  for (size_t i = 0; i < m->count; i++)
    if (m->steps[i].cond == cond) return taken;
  m->steps[m->count++] = (struct decision){.cond = cond, .taken = taken};
  return taken;
}

static expr_id number(struct machine *m, unsigned width, int64_t v) {
  return mk_const(&m->w, width, (uint64_t)v);
}

static expr_id as_int(struct machine *m, expr_id byte) { return mk_cast(&m->w, EX_SEXT, byte, 32, 0); }

static void independent(struct machine *m) { /* if (x[i] > 100) for each i */
  for (unsigned i = 0; i < 14; i++) branch(m, EX_SLT, number(m, 32, 100), mk_var(&m->w, 4 * i, 4));
}

static void sort(struct machine *m) { /* insertion sort of 6 ints */
  expr_id a[6];
  for (unsigned i = 0; i < 6; i++) a[i] = mk_var(&m->w, 4 * i, 4);
  for (int i = 1; i < 6; i++) {
    expr_id x = a[i];
    int j = i - 1;
    for (; j >= 0 && branch(m, EX_SLT, x, a[j]); j--) a[j + 1] = a[j];
    a[j + 1] = x;
  }
}

static bool match_here(struct machine *m, unsigned re, unsigned at);

static bool is_char(struct machine *m, unsigned re, char c) {
  return branch(m, EX_EQ, as_int(m, mk_var(&m->w, re, 1)), number(m, 32, c));
}

static const char subject[] = "hello";

static bool match_one(struct machine *m, unsigned re, unsigned at) {
  return subject[at] && (is_char(m, re, '.') || is_char(m, re, subject[at]));
}

static bool match_star(struct machine *m, unsigned re, unsigned at) {
  do
    if (match_here(m, re + 2, at)) return true;
  while (match_one(m, re, at) && subject[++at]);
  return false;
}

static bool match_here(struct machine *m, unsigned re,
                       unsigned at) { /* Kernighan's matcher, 7 symbolic chars */
  if (re >= 7 || is_char(m, re, 0)) return true;
  if (re < 6 && is_char(m, re + 1, '*')) return match_star(m, re, at);
  if (is_char(m, re, '$') && (re >= 6 || is_char(m, re + 1, 0))) return !subject[at];
  return match_one(m, re, at) && match_here(m, re + 1, at + 1);
}

static void regex(struct machine *m) {
  if (is_char(m, 0, '^')) {
    match_here(m, 1, 0);
    return;
  }
  for (unsigned at = 0; at < sizeof subject; at++)
    if (match_here(m, 0, at)) return;
}

static void bst(struct machine *m) { /* insert 6 keys, equal ones once */
  struct {
    expr_id key;
    int left, right;
  } n[6];
  for (int i = 0; i < 6; i++) {
    n[i].key = mk_var(&m->w, 4u * (unsigned)i, 4);
    n[i].left = n[i].right = 0;
    for (int at = 0; i && at >= 0;) {
      if (branch(m, EX_EQ, n[i].key, n[at].key)) break;
      int *next = branch(m, EX_SLT, n[i].key, n[at].key) ? &n[at].left : &n[at].right;
      if (!*next) {
        *next = i;
        break;
      }
      at = *next;
    }
  }
}

static void parser(struct machine *m) { /* atoi with checks: char classes, then bounds of the sum */
  expr_id sum = number(m, 32, 0);
  for (unsigned i = 0; i < 5; i++) {
    expr_id c = as_int(m, mk_var(&m->w, i, 1)), digit = mk(&m->w, EX_SUB, c, number(m, 32, '0'));
    if (branch(m, EX_EQ, c, number(m, 32, 0))) break;
    if (branch(m, EX_ULT, number(m, 32, 9), digit)) break;
    sum = mk(&m->w, EX_ADD, mk(&m->w, EX_MUL, sum, number(m, 32, 10)), digit);
    if (branch(m, EX_SLT, number(m, 32, 4095), sum)) break;
  }
  branch(m, EX_EQ, sum, number(m, 32, 1234));
  branch(m, EX_EQ, mk(&m->w, EX_UREM, sum, number(m, 32, 7)), number(m, 32, 3));
}

static void triangle(struct machine *m) { /* sides as unsigned shorts, promoted to int */
  expr_id s[3];
  for (unsigned i = 0; i < 3; i++) s[i] = mk_cast(&m->w, EX_ZEXT, mk_var(&m->w, 2 * i, 2), 32, 0);
  for (unsigned i = 0; i < 3; i++)
    if (branch(m, EX_SLE, mk(&m->w, EX_ADD, s[i], s[(i + 1) % 3]), s[(i + 2) % 3])) return;
  if (branch(m, EX_EQ, s[0], s[1]))
    branch(m, EX_EQ, s[1], s[2]);
  else if (!branch(m, EX_EQ, s[1], s[2]))
    branch(m, EX_EQ, s[0], s[2]);
}

static void long_path(struct machine *m) { /* 1,500 bytes, each compared three times */
  for (unsigned i = 0; i < 500; i++)
    for (int k = 0; k < 3; k++) branch(m, EX_SLT, as_int(m, mk_var(&m->w, i, 1)), number(m, 32, 10 + 30 * k));
}

static const struct program {
  const char *name;
  void (*run)(struct machine *);
} programs[] = {
    {"14 independent ifs", independent}, {"insertion sort, 6 ints", sort},
    {"regex, 7 chars", regex},           {"tree, 6 keys", bst},
    {"number parser, 5 chars", parser},  {"triangle", triangle},
    {"1,500 steps", long_path},
};

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void execute(struct machine *m, const struct program *p, size_t kept) {
  eval_forget(m->eval);
  m->count = 0;
  p->run(m);
  for (size_t i = kept; i < m->count; i++) m->done[i] = 0;
}

static void measure(const struct program *p, uint32_t off, size_t flips_max) {
  struct machine *m = xcalloc(1, sizeof *m);
  struct smt_options options = {.timeout_ms = 5000, .off = off};
  struct input out = {{0}};
  world_open(&m->w, 1 << 20, 1);
  m->eval = eval_open(&m->w.store);
  struct smt *s = smt_open(&m->w.store, &options);
  double time = 0;
  size_t paths = 1;
  execute(m, p, 0);
  for (size_t i = m->count; i-- && smt_counts(s)->flips < flips_max;) {
    if (m->done[i]) continue;
    m->done[i] = 1;
    double start = now();
    enum smt_answer answer = smt_flip(s, m->steps, i, &m->input, &out);
    time += now() - start;
    if (answer != SMT_SAT) continue;
    input_copy(&m->input, &out);
    execute(m, p, i + 1);
    i = m->count;
    paths++;
  }
  const struct smt_counts *c = smt_counts(s);
  printf("%-24s %7zu paths %7lu flips %8.0f ns/flip ", p->name, paths, (unsigned long)c->flips,
         1e9 * time / (double)c->flips);
#define STAGE(name, text, help)                                                                              \
  printf(" %s %.1f%%", text, 100.0 * (double)c->decided[SMT_##name] / (double)c->flips);
#include "explore/smt.def"
#undef STAGE
  printf("  unknown %lu\n", (unsigned long)c->unknown);
  smt_close(s);
  eval_close(m->eval);
  world_close(&m->w);
  vec_free(&out.bytes);
  vec_free(&m->input.bytes);
  free(m);
}

int main(int argc, char **argv) {
  uint32_t off = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 0) : 0;
  size_t flips_max = argc > 2 ? strtoul(argv[2], NULL, 0) : 20000;
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) measure(&programs[i], off, flips_max);
  return 0;
}
