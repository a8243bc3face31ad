/* A question runs through the table of stages until one of them answers. The stages share one struct query, kept from
 * question to question so that nothing is allocated on the way.
 *
 * Invariant: every model that leaves here was evaluated on every literal of its question. */
#include "explore/smt.h"
#include "base/check.h"
#include "base/clock.h"
#include "explore/cache.h"
#include "explore/candidates.h"
#include "explore/common.h"
#include "explore/domain.h"
#include "explore/pointers.h"
#include "explore/slice.h"
#include "explore/smt_z3.h"

struct smt {
  struct expr_store store;
  struct smt_options options;
  struct smt_counts counts;
  struct eval *eval;
  struct slicer *slicer;
  struct common *common;
  struct pointers *pointers;
  struct domain *domain;
  struct cache *cache;
  struct z3 *z3;
  struct query q;
  struct literal goal;
  size_t goal_step, limit; /* the goal's step; steps from `limit` on do not count */
  size_t core;             /* after SMT_UNSAT: q.lit[0..core-1] are unsatisfiable by themselves */
  bool wants_core, can_shrink;
  bool has_pointers; /* the question at hand; other stages may give these values that no pointer has */
  const struct decision *steps; /* the path of the question */
  vec(const struct literal *) kept, order;
};

/* A stage answers with an enum smt_answer or lets the question pass. */
enum { PASS = SMT_UNKNOWN + 1 };

static int passed_unknown(enum smt_answer a) { return a == SMT_UNKNOWN ? PASS : (int)a; }

static int syntactic(struct smt *s) {
  const struct literal *by;
  if (!slicer_excludes(s->slicer, &s->goal, s->limit, &by)) return PASS;
  if (by && s->wants_core) vec_push(&s->q.lit, by);
  s->core = s->q.lit.count;
  return SMT_UNSAT;
}

static int slice(struct smt *s) {
  slicer_component(s->slicer, s->goal_step, &s->q);
  return PASS;
}

static int no_slice(struct smt *s) {
  slicer_everything(s->slicer, s->goal_step, &s->q);
  return PASS;
}

static int common(struct smt *s) {
  common_eliminate(s->common, &s->q);
  return PASS;
}

static int pointers(struct smt *s) {
  s->has_pointers = pointers_concern(s->pointers, &s->q);
  if (!s->has_pointers) return PASS;
  s->core = s->q.lit.count;
  return passed_unknown(pointers_decide(s->pointers, &s->q, s->steps, s->goal_step));
}

static int candidates(struct smt *s) {
  if (candidates_try(&s->q)) return SMT_SAT;
  return cache_recall(s->cache, &s->q) && query_holds(&s->q) ? SMT_SAT : PASS;
}

static int domain(struct smt *s) {
  s->core = s->q.lit.count;
  s->can_shrink = true;
  return passed_unknown(domain_decide(s->domain, &s->q));
}

static int cache(struct smt *s) {
  enum smt_answer answer;
  if (!cache_find(s->cache, &s->q, &answer, &s->core)) return PASS;
  s->can_shrink = !s->core;
  if (!s->core) s->core = s->q.lit.count;
  if (answer == SMT_SAT && !query_holds(&s->q)) return PASS;
  s->counts.cached++;
  return answer;
}

/* A model of Z3's that does not evaluate is an error in our translation: loud under test, never used. */
static enum smt_answer checked(struct smt *s, enum smt_answer answer) {
  if (answer != SMT_SAT || query_holds(&s->q)) return answer;
#ifdef RADDLE_CHECKS
  die("a model from Z3 does not satisfy its own question: please report this");
#endif
  return SMT_UNKNOWN;
}

static bool has_no_object(const struct smt *s, enum smt_answer answer) {
  return answer == SMT_SAT && s->has_pointers && !pointers_are_valid(s->pointers, &s->q);
}

/* Pointers get values that pointers can have. The answer depends on where the path has followed them: it is not cached. */
static int z3_of_pointers(struct smt *s) {
  bool is_exact = pointers_choices(s->pointers, &s->q, s->steps, s->goal_step);
  enum smt_answer answer = checked(s, z3_solve(s->z3, &s->q, &s->core));
  vec_clear(&s->q.choices);
  s->core = s->q.lit.count;
  s->can_shrink = false;
  return answer == SMT_UNSAT && !is_exact ? SMT_UNKNOWN : answer;
}

static int z3(struct smt *s) {
  double start = clock_now();
  enum smt_answer answer = checked(s, z3_solve(s->z3, &s->q, &s->core));
  s->can_shrink = true;
  s->counts.time += clock_now() - start;
  s->counts.queries++;
  *(answer == SMT_SAT ? &s->counts.sat : answer == SMT_UNSAT ? &s->counts.unsat : &s->counts.unknown) += 1;
  if (has_no_object(s, answer)) return z3_of_pointers(s);
  cache_add(s->cache, &s->q, answer);
  if (answer == SMT_UNSAT && !s->wants_core) cache_add_core(s->cache, &s->q, s->core);
  if (answer == SMT_SAT) cache_remember(s->cache, &s->q);
  return answer;
}

static const struct stage {
  int (*run)(struct smt *);
  int (*without)(struct smt *); /* when it is switched off */
} stages[SMT_STAGES] = {
    [SMT_SYNTACTIC] = {syntactic, NULL},   [SMT_SLICE] = {slice, no_slice},
    [SMT_COMMON] = {common, NULL},         [SMT_POINTERS] = {pointers, NULL},
    [SMT_CANDIDATES] = {candidates, NULL}, [SMT_DOMAIN] = {domain, NULL},
    [SMT_CACHE] = {cache, NULL},           [SMT_Z3] = {z3, NULL},
};

static bool is_on(const struct smt *s, enum smt_stage stage) { return !(s->options.off >> stage & 1); }

/* A model in which a pointer has no object is none. */
static bool is_real(const struct smt *s, enum smt_stage stage, int answer) {
  return answer != SMT_SAT || !s->has_pointers || stage == SMT_POINTERS ||
         pointers_are_valid(s->pointers, &s->q);
}

static enum smt_answer run_stages(struct smt *s) {
  for (int i = 0; i < SMT_STAGES; i++) {
    int (*run)(struct smt *) = is_on(s, (enum smt_stage)i) ? stages[i].run : stages[i].without;
    int answer = run ? run(s) : PASS;
    if (answer == PASS || !is_real(s, (enum smt_stage)i, answer)) continue;
    check(answer != SMT_SAT || query_holds(&s->q));
    check(answer != SMT_UNSAT || (s->core && s->core <= s->q.lit.count));
    s->counts.decided[i]++;
    return (enum smt_answer)answer;
  }
  return SMT_UNKNOWN;
}

/* The question whose goal is that `step` goes as `taken`. */
static enum smt_answer ask(struct smt *s, const struct decision *steps, size_t step, bool taken) {
  s->goal = (struct literal){steps[step].cond, taken, atom_of(&s->store, steps[step].cond, taken)};
  s->goal_step = step;
  s->steps = steps;
  s->has_pointers = false;
  s->can_shrink = false;
  vec_clear(&s->q.lit);
  vec_clear(&s->q.vars);
  vec_clear(&s->q.changed);
  vec_push(&s->q.lit, &s->goal);
  eval_forget(s->eval);
  enum smt_answer answer = run_stages(s);
  s->counts.flips++;
  s->counts.steps_seen += s->limit + 1;
  s->counts.steps_kept += s->q.lit.count;
  return answer;
}

enum smt_answer smt_flip(struct smt *s, const struct decision *steps, size_t n, const struct input *current,
                         struct input *out) {
  slicer_follow(s->slicer, steps, n + 1);
  input_copy(out, current);
  s->q.current = current;
  s->q.out = out;
  s->limit = n;
  s->wants_core = false;
  return ask(s, steps, n, !steps[n].taken);
}

static bool is_excluded(struct smt *s, const struct decision *d, size_t limit) {
  const struct literal *by, goal = {d->cond, !d->taken, atom_of(&s->store, d->cond, !d->taken)};
  return slicer_excludes(s->slicer, &goal, limit, &by);
}

void smt_exclude(struct smt *s, const struct decision *steps, size_t first, size_t count, bool *excluded) {
  if (first == count) return;
  memset(excluded, 0, (count - first) * sizeof *excluded);
  if (!is_on(s, SMT_SYNTACTIC)) return;
  slicer_follow(s->slicer, steps, first);
  for (size_t i = first; i < count; slicer_extend(s->slicer, &steps[i++])) {
    if (!decision_can_flip(&steps[i]) || !is_excluded(s, &steps[i], i)) continue;
    excluded[i - first] = true;
    s->counts.flips++;
    s->counts.decided[SMT_SYNTACTIC]++;
    s->counts.steps_seen += i + 1;
    s->counts.steps_kept++;
  }
}

/* ---- small cores ----
 *
 * By deletion: a literal goes when those that stay are still refuted. `kept` are those that stay. What the cheap stages cannot
 * refute is asked of Z3 when the core is small. */

#define CORE_SINGLE 64 /* literals; of a larger core only whole pieces are left out */
#define CORE_Z3 12

static int by_id(const void *x, const void *y) {
  uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
  return (a > b) - (a < b);
}

static void find_variables(struct query *q) {
  size_t kept = 0, count;
  vec_clear(&q->vars);
  for (size_t i = 0; i < q->lit.count; i++) {
    const expr_id *vars = eval_vars(q->eval, q->lit.at[i]->cond, &count);
    for (size_t k = 0; k < count; k++) vec_push(&q->vars, vars[k]);
  }
  if (q->vars.count) qsort(q->vars.at, q->vars.count, sizeof *q->vars.at, by_id);
  for (size_t i = 0; i < q->vars.count; i++)
    if (!kept || q->vars.at[i] != q->vars.at[kept - 1]) q->vars.at[kept++] = q->vars.at[i];
  q->vars.count = kept;
}

/* Is the conjunction of q.lit proven to have no solution? A model is looked for first: most literals of a core are needed. */
static bool is_refuted(struct smt *s, bool by_z3) {
  struct query *q = &s->q;
  find_variables(q);
  query_reset(q);
  if (!q->lit.count || query_holds(q)) return false;
  if (literal_holds(q, q->lit.at[0])) { /* then the one that failed is the next; it makes the better goal */
    const struct literal *l = q->lit.at[0];
    q->lit.at[0] = q->lit.at[1], q->lit.at[1] = l;
  }
  if (is_on(s, SMT_CANDIDATES) && candidates_try(q)) return false;
  query_reset(q);
  if (by_z3) return z3(s) == SMT_UNSAT;
  return is_on(s, SMT_DOMAIN) && domain(s) == SMT_UNSAT;
}

static void keep_core(struct smt *s) {
  vec_clear(&s->kept);
  for (size_t i = 0; i < s->core; i++) vec_push(&s->kept, s->q.lit.at[i]);
}

static size_t move_down(const struct literal **to, const struct literal **from, size_t count) {
  memmove(to, from, count * sizeof *to);
  return count;
}

static bool drop(struct smt *s, size_t first, size_t end, bool by_z3) {
  vec_clear(&s->q.lit);
  for (size_t i = 0; i < s->kept.count; i++)
    if (i < first || i >= end) vec_push(&s->q.lit, s->kept.at[i]);
  if (smt_is_stopped(s) || !is_refuted(s, by_z3)) return false;
  if (by_z3)
    keep_core(s);
  else /* in the same order */
    s->kept.count = first + move_down(s->kept.at + first, s->kept.at + end, s->kept.count - end);
  return true;
}

static void drop_pieces(struct smt *s, size_t size) {
  for (size_t end = s->kept.count; end;) {
    size_t first = end > size ? end - size : 0;
    drop(s, first, end, false);
    end = first;
  }
}

/* The goal, which is needed more often than not, comes last. Questions that are too hard come in swarms: one is enough. */
static void drop_single(struct smt *s, bool by_z3) {
  vec_clear(&s->order);
  for (size_t i = 0; i < s->kept.count; i++) vec_push(&s->order, s->kept.at[i]);
  for (uint64_t unknown = s->counts.unknown; s->order.count && unknown == s->counts.unknown;) {
    const struct literal *l = vec_pop(&s->order);
    size_t i = 0;
    while (i < s->kept.count && s->kept.at[i] != l) i++;
    if (i < s->kept.count) drop(s, i, i + 1, by_z3);
  }
}

static void shrink(struct smt *s) {
  enum smt_answer answer;
  size_t known;
  s->q.lit.count = s->core;
  if (!s->can_shrink) return;
  if (is_on(s, SMT_CACHE) && cache_find(s->cache, &s->q, &answer, &known) && answer == SMT_UNSAT && known) {
    s->core = s->q.lit.count = known;
    return;
  }
  keep_core(s);
  for (size_t size = s->kept.count / 2; size > 1; size /= 2) drop_pieces(s, size);
  if (s->kept.count <= CORE_SINGLE) drop_single(s, false);
  if (s->kept.count <= CORE_Z3 && is_on(s, SMT_Z3)) drop_single(s, true);
  vec_clear(&s->q.lit);
  for (size_t i = 0; i < s->kept.count; i++) vec_push(&s->q.lit, s->kept.at[i]);
  s->core = s->kept.count;
  cache_add_core(s->cache, &s->q, s->core);
}

/* Literals of a question are the slicer's own, but for the goal. */
static void read_core(struct smt *s, struct smt_core *core) {
  vec_clear(&core->steps);
  for (size_t i = 0; i < s->core; i++) {
    const struct literal *l = s->q.lit.at[i];
    size_t step = l == &s->goal ? s->goal_step : (size_t)(l - slicer_literal(s->slicer, 0));
    vec_push(&core->steps, (uint32_t)step);
  }
  if (core->steps.count) qsort(core->steps.at, core->steps.count, sizeof *core->steps.at, by_id);
  check(numbers_ascend(core->steps.at, core->steps.count));
}

/* Components are independent: each that `current` does not satisfy is a question of its own, with the first
 * violated literal for its goal. Answering one satisfies all its other literals. */
static enum smt_answer solve(struct smt *s, const struct decision *steps, size_t count,
                             const struct input *current, struct input *out, struct smt_core *core) {
  enum smt_answer all = SMT_SAT;
  slicer_follow(s->slicer, steps, count);
  input_copy(out, current);
  s->q.current = current;
  s->q.out = out;
  s->limit = count;
  s->wants_core = core;
  eval_forget(s->eval);
  for (size_t i = 0; i < count && all != SMT_UNSAT; i++) {
    if (eval_expr(s->eval, steps[i].cond, out) == steps[i].taken) continue;
    enum smt_answer one = ask(s, steps, i, steps[i].taken);
    if (one == SMT_UNSAT && core) shrink(s), read_core(s, core);
    if (one != SMT_SAT) all = one, query_reset(&s->q);
    eval_forget(s->eval);
  }
  return all;
}

enum smt_answer smt_solve(struct smt *s, const struct decision *steps, size_t count,
                          const struct input *current, struct input *out) {
  return solve(s, steps, count, current, out, NULL);
}

enum smt_answer smt_solve_core(struct smt *s, const struct decision *steps, size_t count,
                               const struct input *current, struct input *out, struct smt_core *core) {
  vec_clear(&core->steps);
  return solve(s, steps, count, current, out, core);
}

const struct expr_store *smt_store(const struct smt *s) { return &s->store; }

const struct smt_counts *smt_counts(const struct smt *s) { return &s->counts; }

struct smt *smt_open(const struct expr_store *store, const struct smt_options *options) {
  struct smt *s = xcalloc(1, sizeof *s);
  s->store = *store;
  s->options = *options;
  s->eval = eval_open(store);
  s->slicer = slicer_open(store, s->eval);
  s->common = common_open();
  s->pointers = pointers_open(store);
  s->domain = domain_open(store, s->eval);
  s->cache = cache_open();
  s->z3 = z3_open(store, options);
  s->q.store = &s->store;
  s->q.eval = s->eval;
  return s;
}

void smt_close(struct smt *s) {
  z3_close(s->z3);
  cache_close(s->cache);
  domain_close(s->domain);
  pointers_close(s->pointers);
  common_close(s->common);
  slicer_close(s->slicer);
  eval_close(s->eval);
  vec_free(&s->q.lit);
  vec_free(&s->q.vars);
  vec_free(&s->q.changed);
  vec_free(&s->q.choices);
  vec_free(&s->kept);
  vec_free(&s->order);
  free(s);
}

bool smt_is_stopped(const struct smt *s) { return z3_is_stopped(s->z3); }

bool smt_gave_up(const struct smt *s, enum smt_answer answer) {
  return answer == SMT_UNKNOWN && !smt_is_stopped(s);
}

void smt_counts_add(struct smt_counts *to, const struct smt_counts *n) {
  to->flips += n->flips;
  for (int i = 0; i < SMT_STAGES; i++) to->decided[i] += n->decided[i];
  to->steps_seen += n->steps_seen;
  to->steps_kept += n->steps_kept;
  to->queries += n->queries;
  to->sat += n->sat;
  to->unsat += n->unsat;
  to->unknown += n->unknown;
  to->cached += n->cached;
  to->time += n->time;
}
