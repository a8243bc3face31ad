/* One context and one solver live for thousands of questions: making a solver costs more than a small question.
 *
 * ast[id] is the translation of an expression, made once: width 1 is Bool, all else a bit-vector. Asts are never
 * released one by one (a context without reference counts keeps them); when MADE_MAX have been made the whole
 * context is thrown away and a new one begins. Z3's errors are remembered, not obeyed: the answer becomes
 * SMT_UNKNOWN and the context is renewed.
 *
 * Most questions are small: the solver that stays answers them in under a millisecond. What it has not decided after
 * EASY_WORK goes to a solver of its own that bit-blasts (QF_BV), slow to make and much stronger on arithmetic. The limit
 * counts Z3's own steps, not time: which solver answers, and so which model, must not depend on how busy the machine is.
 *
 * A context costs 17 MB of fresh pages, some milliseconds: most short campaigns never need one, so the first question makes it.
 *
 * Each literal l is asserted as p => l under a push, and the ps are the assumptions: so an unsatisfiable question comes
 * back with the literals that make it so. */
#include "explore/smt_z3.h"
#include "base/clock.h"
#include "explore/limits.h"
#include "explore/sparse.h"
#include <pthread.h>
#include <time.h>
#include <z3.h>

#define MADE_MAX 2000000
#define EASY_WORK 40000 /* Z3's rlimit */
#define DEPTH_MAX 20000 /* of an expression: Z3 walks recursively and does not look at the clock meanwhile */

struct z3 {
  struct expr_store store;
  uint32_t timeout_ms;
  Z3_context ctx; /* NULL: no question since the start, or since the last one was thrown away */
  Z3_solver solver;
  Z3_ast *ast;
  size_t made;
  uint64_t asked;
  bool failed;
  vec(expr_id) todo;
  vec(Z3_ast) proxies; /* p_0, p_1, ... */
  struct watch {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    const struct stop *stop; /* may be NULL */
    bool is_on, is_asking, is_over;
  } watch;
};

/* ---- the watch: a thread that interrupts a question when there is to be an end ---- */

bool z3_is_stopped(const struct z3 *z) { return stop_is_wanted(z->watch.stop); }

static void wait_a_little(struct watch *w) {
  struct timespec t = clock_deadline(0.05);
  pthread_cond_timedwait(&w->changed, &w->lock, &t);
}

static void *watch_main(void *argument) {
  struct z3 *z = argument;
  struct watch *w = &z->watch;
  pthread_mutex_lock(&w->lock);
  while (!w->is_over) {
    if (!w->is_asking) {
      pthread_cond_wait(&w->changed, &w->lock);
      continue;
    }
    if (stop_is_wanted(w->stop)) Z3_interrupt(z->ctx);
    wait_a_little(w);
  }
  pthread_mutex_unlock(&w->lock);
  return NULL;
}

static void watch_open(struct z3 *z) {
  struct watch *w = &z->watch;
  if (!w->stop || w->is_on) return;
  pthread_mutex_init(&w->lock, NULL);
  pthread_cond_init(&w->changed, NULL);
  w->is_on = !pthread_create(&w->thread, NULL, watch_main, z);
}

static void watch_set(struct watch *w, bool *flag, bool value) {
  if (!w->is_on) return;
  pthread_mutex_lock(&w->lock);
  *flag = value;
  pthread_cond_signal(&w->changed);
  pthread_mutex_unlock(&w->lock);
}

static void watch_close(struct watch *w) {
  if (!w->is_on) return;
  watch_set(w, &w->is_over, true);
  pthread_join(w->thread, NULL);
}

/* ---- the context ---- */

/* The context is a global of Z3's C API callback: it tells nobody whose error it was. */
static _Thread_local struct z3 *complaining;

static void on_error(Z3_context ctx, Z3_error_code code) {
  (void)ctx, (void)code;
  if (complaining) complaining->failed = true;
}

static void set_limits(struct z3 *z, Z3_solver solver, uint32_t ms, uint32_t work) {
  Z3_params params = Z3_mk_params(z->ctx);
  Z3_params_inc_ref(z->ctx, params);
  if (ms) Z3_params_set_uint(z->ctx, params, Z3_mk_string_symbol(z->ctx, "timeout"), ms);
  if (work) Z3_params_set_uint(z->ctx, params, Z3_mk_string_symbol(z->ctx, "rlimit"), work);
  Z3_params_set_bool(z->ctx, params, Z3_mk_string_symbol(z->ctx, "ctrl_c"), false); /* ours to handle */
  Z3_solver_set_params(z->ctx, solver, params);
  Z3_params_dec_ref(z->ctx, params);
}

static void context_open(struct z3 *z) {
  Z3_config config = Z3_mk_config();
  z->ctx = Z3_mk_context(config);
  Z3_del_config(config);
  Z3_set_error_handler(z->ctx, on_error);
  z->solver = Z3_mk_simple_solver(z->ctx);
  Z3_solver_inc_ref(z->ctx, z->solver);
  set_limits(z, z->solver, z->timeout_ms, EASY_WORK);
  z->made = 0;
  z->failed = false;
}

static void context_close(struct z3 *z) {
  if (!z->ctx) return;
  Z3_solver_dec_ref(z->ctx, z->solver);
  Z3_del_context(z->ctx);
  z->ctx = NULL;
  sparse_clear(z->ast, sizeof *z->ast);
  vec_clear(&z->proxies);
}

struct z3 *z3_open(const struct expr_store *store, const struct smt_options *options) {
  struct z3 *z = xcalloc(1, sizeof *z);
  z->store = *store;
  z->timeout_ms = options->timeout_ms;
  z->ast = sparse_open(sizeof *z->ast);
  z->watch.stop = options->stop;
  return z;
}

void z3_close(struct z3 *z) {
  watch_close(&z->watch);
  context_close(z);
  sparse_close(z->ast, sizeof *z->ast);
  vec_free(&z->todo);
  vec_free(&z->proxies);
  if (complaining == z) complaining = NULL;
  free(z);
}

/* ---- translation ---- */

static Z3_sort bits(struct z3 *z, unsigned width) { return Z3_mk_bv_sort(z->ctx, width); }

static Z3_ast number(struct z3 *z, uint64_t v, unsigned width) {
  return Z3_mk_unsigned_int64(z->ctx, v, bits(z, width));
}

/* An operand as bit-vector, a result as what its width asks for. */
static Z3_ast as_bits(struct z3 *z, expr_id id) {
  Z3_ast a = z->ast[id];
  return z->store.node[id].width > 1 ? a : Z3_mk_ite(z->ctx, a, number(z, 1, 1), number(z, 0, 1));
}

static Z3_ast from_bits(struct z3 *z, Z3_ast a, unsigned width) {
  return width > 1 ? a : Z3_mk_eq(z->ctx, a, number(z, 1, 1));
}

static Z3_ast tree(struct z3 *z, Z3_ast index, const expr_id *at, uint32_t lo, uint32_t hi, unsigned width) {
  if (lo == hi) return z->ast[at[lo]];
  uint32_t mid = lo + (hi - lo) / 2;
  Z3_ast left = Z3_mk_bvule(z->ctx, index, number(z, mid, width));
  return Z3_mk_ite(z->ctx, left, tree(z, index, at, lo, mid, width), tree(z, index, at, mid + 1, hi, width));
}

static Z3_ast table(struct z3 *z, const struct expr *e) {
  unsigned width = z->store.node[e->a].width;
  const expr_id *at = z->store.table + e->b;
  uint64_t last = e->c - 1 < expr_mask(width) ? e->c - 1 : expr_mask(width);
  return tree(z, as_bits(z, e->a), at, 0, (uint32_t)last, width);
}

static Z3_ast logic(struct z3 *z, const struct expr *e) {
  Z3_ast a = z->ast[e->a], two[2] = {a, expr_arity(e->op) > 1 ? z->ast[e->b] : a};
  switch (e->op) {
  case EX_AND: return Z3_mk_and(z->ctx, 2, two);
  case EX_OR: return Z3_mk_or(z->ctx, 2, two);
  case EX_XOR: return Z3_mk_xor(z->ctx, two[0], two[1]);
  case EX_NOT: return Z3_mk_not(z->ctx, a);
  default: return NULL;
  }
}

typedef Z3_ast (*binary)(Z3_context, Z3_ast, Z3_ast);
static const binary binaries[EX_COUNT] = {
    [EX_ADD] = Z3_mk_bvadd,   [EX_SUB] = Z3_mk_bvsub,   [EX_MUL] = Z3_mk_bvmul,     [EX_UDIV] = Z3_mk_bvudiv,
    [EX_SDIV] = Z3_mk_bvsdiv, [EX_UREM] = Z3_mk_bvurem, [EX_SREM] = Z3_mk_bvsrem,   [EX_SHL] = Z3_mk_bvshl,
    [EX_LSHR] = Z3_mk_bvlshr, [EX_ASHR] = Z3_mk_bvashr, [EX_AND] = Z3_mk_bvand,     [EX_OR] = Z3_mk_bvor,
    [EX_XOR] = Z3_mk_bvxor,   [EX_EQ] = Z3_mk_eq,       [EX_ULT] = Z3_mk_bvult,     [EX_ULE] = Z3_mk_bvule,
    [EX_SLT] = Z3_mk_bvslt,   [EX_SLE] = Z3_mk_bvsle,   [EX_CONCAT] = Z3_mk_concat,
};

static Z3_ast translate_node(struct z3 *z, expr_id id) {
  const struct expr *e = &z->store.node[id];
  unsigned w = expr_arity(e->op) ? z->store.node[e->a].width : 0;
  z->made++;
  if (e->op == EX_CONST && e->width == 1)
    return expr_const_value(e) ? Z3_mk_true(z->ctx) : Z3_mk_false(z->ctx);
  if (e->op == EX_CONST) return number(z, expr_const_value(e), e->width);
  if (e->op == EX_VAR || e->op == EX_INBYTE || e->op == EX_READ)
    return from_bits(z, Z3_mk_const(z->ctx, Z3_mk_int_symbol(z->ctx, (int)id), bits(z, e->width)), e->width);
  if (e->op == EX_TABLE) return table(z, e);
  if (e->op == EX_ITE) return Z3_mk_ite(z->ctx, z->ast[e->a], z->ast[e->b], z->ast[e->c]);
  Z3_ast boolean = w == 1 && e->width == 1 ? logic(z, e) : NULL;
  if (boolean) return boolean;
  if (w == 1 && e->op == EX_EQ) return Z3_mk_iff(z->ctx, z->ast[e->a], z->ast[e->b]);
  Z3_ast a = as_bits(z, e->a), r;
  switch (e->op) {
  case EX_NOT: r = Z3_mk_bvnot(z->ctx, a); break;
  case EX_EXTRACT: r = Z3_mk_extract(z->ctx, e->lo + e->width - 1u, e->lo, a); break;
  case EX_ZEXT: r = Z3_mk_zero_ext(z->ctx, e->width - w, a); break;
  case EX_SEXT: r = Z3_mk_sign_ext(z->ctx, e->width - w, a); break;
  default: r = binaries[e->op](z->ctx, a, as_bits(z, e->b));
  }
  return expr_is_compare(e->op) ? r : from_bits(z, r, e->width);
}

static expr_id missing(const struct z3 *z, expr_id id) {
  const struct expr *e = &z->store.node[id];
  const expr_id three[3] = {e->a, e->b, e->c};
  unsigned n = e->op == EX_TABLE ? 1 : expr_arity(e->op);
  for (unsigned i = 0; i < n && i < 3; i++)
    if (!z->ast[three[i]]) return three[i];
  for (unsigned i = 0; e->op == EX_TABLE && i < e->c; i++)
    if (!z->ast[z->store.table[e->b + i]]) return z->store.table[e->b + i];
  return 0;
}

static Z3_ast translate(struct z3 *z, expr_id root) {
  if (z->ast[root]) return z->ast[root];
  vec_clear(&z->todo);
  vec_push(&z->todo, root);
  while (z->todo.count && !z->failed) {
    if (z3_is_stopped(z)) z->failed = true;
    expr_id id = vec_last(&z->todo), first = missing(z, id);
    if (z->todo.count > DEPTH_MAX) z->failed = true;
    if (first)
      vec_push(&z->todo, first);
    else
      z->ast[id] = translate_node(z, id), z->todo.count--;
  }
  return z->ast[root];
}

/* ---- questions ---- */

static Z3_ast proxy(struct z3 *z, size_t i) {
  while (z->proxies.count <= i) {
    Z3_symbol name = Z3_mk_int_symbol(z->ctx, SHM_EXPR_MAX + (int)z->proxies.count);
    vec_push(&z->proxies, Z3_mk_const(z->ctx, name, Z3_mk_bool_sort(z->ctx)));
  }
  return z->proxies.at[i];
}

static void assert_literal(struct z3 *z, Z3_solver solver, const struct literal *l, Z3_ast p) {
  Z3_ast a = translate(z, l->cond);
  if (z->failed) return;
  if (!l->taken) a = Z3_mk_not(z->ctx, a);
  Z3_solver_assert(z->ctx, solver, Z3_mk_implies(z->ctx, p, a));
}

/* Variables that share bytes agree on them. */
static void assert_overlap(struct z3 *z, Z3_solver solver, expr_id x, expr_id y) {
  const struct expr *p = &z->store.node[x], *q = &z->store.node[y];
  uint32_t from = p->b > q->b ? p->b : q->b;
  uint32_t p_end = p->b + p->width / 8, q_end = q->b + q->width / 8, end = p_end < q_end ? p_end : q_end;
  if (p->a != q->a || from >= end) return;
  unsigned i = 8 * (from - p->b), j = 8 * (from - q->b), n = 8 * (end - from);
  Z3_ast a = Z3_mk_extract(z->ctx, i + n - 1, i, translate(z, x));
  Z3_ast b = Z3_mk_extract(z->ctx, j + n - 1, j, translate(z, y));
  Z3_solver_assert(z->ctx, solver, Z3_mk_eq(z->ctx, a, b));
}

/* A variable has one of its values, from choices[first] on. Returns where the next variable begins. */
static size_t assert_choice(struct z3 *z, Z3_solver solver, const struct query *q, size_t first) {
  expr_id var = q->choices.at[first].var;
  Z3_ast x = translate(z, var), any = Z3_mk_false(z->ctx);
  size_t i = first;
  for (; i < q->choices.count && q->choices.at[i].var == var && !z->failed; i++) {
    Z3_ast two[2] = {any, Z3_mk_eq(z->ctx, x, number(z, q->choices.at[i].value, 64))};
    any = Z3_mk_or(z->ctx, 2, two);
  }
  if (!z->failed) Z3_solver_assert(z->ctx, solver, any);
  return i;
}

static void assert_query(struct z3 *z, Z3_solver solver, const struct query *q) {
  for (size_t i = 0; i < q->lit.count && !z->failed; i++)
    assert_literal(z, solver, q->lit.at[i], proxy(z, i));
  for (size_t i = 0; q->has_overlaps && i < q->vars.count && !z->failed; i++)
    for (size_t j = 0; j < i; j++) assert_overlap(z, solver, q->vars.at[i], q->vars.at[j]);
  for (size_t i = 0; i < q->choices.count && !z->failed;) i = assert_choice(z, solver, q, i);
}

static bool read_model(struct z3 *z, Z3_solver solver, struct query *q) {
  Z3_model model = Z3_solver_get_model(z->ctx, solver);
  if (z->failed || !model) return false;
  Z3_model_inc_ref(z->ctx, model);
  query_reset(q);
  for (size_t i = 0; i < q->vars.count && !z->failed; i++) {
    Z3_ast v;
    uint64_t n;
    if (!Z3_model_eval(z->ctx, model, translate(z, q->vars.at[i]), true, &v)) continue;
    if (Z3_get_numeral_uint64(z->ctx, v, &n)) query_set(q, q->vars.at[i], n);
  }
  Z3_model_dec_ref(z->ctx, model);
  return !z->failed;
}

/* Moves the core's literals to the front of q->lit. */
static size_t read_core(struct z3 *z, Z3_solver solver, struct query *q) {
  Z3_ast_vector core = Z3_solver_get_unsat_core(z->ctx, solver);
  size_t n = 0;
  Z3_ast_vector_inc_ref(z->ctx, core);
  unsigned size = Z3_ast_vector_size(z->ctx, core);
  for (size_t i = 0; i < q->lit.count; i++) {
    bool is_in = false;
    for (unsigned k = 0; k < size && !is_in; k++)
      is_in = Z3_is_eq_ast(z->ctx, Z3_ast_vector_get(z->ctx, core, k), z->proxies.at[i]);
    if (!is_in) continue;
    const struct literal *l = q->lit.at[i];
    q->lit.at[i] = q->lit.at[n];
    q->lit.at[n++] = l;
  }
  Z3_ast_vector_dec_ref(z->ctx, core);
  return n;
}

static enum smt_answer ask(struct z3 *z, Z3_solver solver, struct query *q, size_t *core) {
  assert_query(z, solver, q);
  if (z->failed) return SMT_UNKNOWN;
  watch_set(&z->watch, &z->watch.is_asking, true);
  Z3_lbool r = Z3_solver_check_assumptions(z->ctx, solver, (unsigned)q->lit.count, z->proxies.at);
  watch_set(&z->watch, &z->watch.is_asking, false);
  if (z->failed || r == Z3_L_UNDEF) return SMT_UNKNOWN;
  if (r == Z3_L_FALSE) return *core = read_core(z, solver, q), SMT_UNSAT;
  return read_model(z, solver, q) ? SMT_SAT : SMT_UNKNOWN;
}

static enum smt_answer ask_hard(struct z3 *z, struct query *q, size_t *core) {
  Z3_solver solver = Z3_mk_solver_for_logic(z->ctx, Z3_mk_string_symbol(z->ctx, "QF_BV"));
  Z3_solver_inc_ref(z->ctx, solver);
  set_limits(z, solver, z->timeout_ms, 0);
  enum smt_answer answer = ask(z, solver, q, core);
  Z3_solver_dec_ref(z->ctx, solver);
  return answer;
}

enum smt_answer z3_solve(struct z3 *z, struct query *q, size_t *core) {
  if (z->asked++ >= limit_of(LIMIT_QUERIES)) return SMT_UNKNOWN;
  complaining = z;
  if (!z->ctx) context_open(z), watch_open(z);
  z->made += q->lit.count * 2;
  Z3_solver_push(z->ctx, z->solver);
  enum smt_answer answer = ask(z, z->solver, q, core);
  Z3_solver_pop(z->ctx, z->solver, 1);
  if (answer == SMT_UNKNOWN && !z->failed && !z3_is_stopped(z)) answer = ask_hard(z, q, core);
  bool failed = z->failed;
  if ((z->failed || z->made > MADE_MAX) && !z3_is_stopped(z)) context_close(z);
  return failed ? SMT_UNKNOWN : answer;
}
