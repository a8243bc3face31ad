/* A question runs through the table of stages until one of them answers. The stages share one struct query, kept from
 * question to question so that nothing is allocated on the way.
 *
 * Invariant: every model that leaves here was evaluated on every literal of its question. */
#include "explore/smt.h"
#include "explore/cache.h"
#include "explore/candidates.h"
#include "explore/common.h"
#include "explore/domain.h"
#include "explore/slice.h"
#include "explore/smt_z3.h"
#include <time.h>

struct smt {
  struct expr_store store;
  struct smt_options options;
  struct smt_counts counts;
  struct eval *eval;
  struct slicer *slicer;
  struct common *common;
  struct domain *domain;
  struct cache *cache;
  struct z3 *z3;
  struct query q;
  struct literal goal;
  size_t goal_step, limit; /* the goal's step; steps from `limit` on do not count */
};

/* A stage answers with an enum smt_answer or lets the question pass. */
enum { PASS = SMT_UNKNOWN + 1 };

static int passed_unknown(enum smt_answer a) { return a == SMT_UNKNOWN ? PASS : (int)a; }

static int syntactic(struct smt *s) {
  return slicer_excludes(s->slicer, &s->goal, s->limit) ? SMT_UNSAT : PASS;
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

static int candidates(struct smt *s) {
  if (candidates_try(&s->q)) return SMT_SAT;
  return cache_recall(s->cache, &s->q) && query_holds(&s->q) ? SMT_SAT : PASS;
}

static int domain(struct smt *s) { return passed_unknown(domain_decide(s->domain, &s->q)); }

static int cache(struct smt *s) {
  enum smt_answer answer;
  if (!cache_find(s->cache, &s->q, &answer)) return PASS;
  if (answer == SMT_SAT && !query_holds(&s->q)) return PASS;
  s->counts.cached++;
  return answer;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A model of Z3's that does not evaluate is an error in our translation: loud under test, never used. */
static enum smt_answer checked(struct smt *s, enum smt_answer answer) {
  if (answer != SMT_SAT || query_holds(&s->q)) return answer;
#ifdef RADDLE_CHECKS
  die("a model from Z3 does not satisfy its own question: please report this");
#endif
  return SMT_UNKNOWN;
}

static int z3(struct smt *s) {
  size_t core = 0;
  double start = now();
  enum smt_answer answer = checked(s, z3_solve(s->z3, &s->q, &core));
  s->counts.time += now() - start;
  s->counts.queries++;
  *(answer == SMT_SAT ? &s->counts.sat : answer == SMT_UNSAT ? &s->counts.unsat : &s->counts.unknown) += 1;
  cache_add(s->cache, &s->q, answer);
  if (answer == SMT_UNSAT) cache_add_core(s->cache, &s->q, core);
  if (answer == SMT_SAT) cache_remember(s->cache, &s->q);
  return answer;
}

static const struct stage {
  int (*run)(struct smt *);
  int (*without)(struct smt *); /* when it is switched off */
} stages[SMT_STAGES] = {
    [SMT_SYNTACTIC] = {syntactic, NULL},
    [SMT_SLICE] = {slice, no_slice},
    [SMT_COMMON] = {common, NULL},
    [SMT_CANDIDATES] = {candidates, NULL},
    [SMT_DOMAIN] = {domain, NULL},
    [SMT_CACHE] = {cache, NULL},
    [SMT_Z3] = {z3, NULL},
};

static enum smt_answer run_stages(struct smt *s) {
  for (int i = 0; i < SMT_STAGES; i++) {
    int (*run)(struct smt *) = s->options.off >> i & 1 ? stages[i].without : stages[i].run;
    int answer = run ? run(s) : PASS;
    if (answer == PASS) continue;
    s->counts.decided[i]++;
    return (enum smt_answer)answer;
  }
  return SMT_UNKNOWN;
}

/* The question whose goal is that `step` goes as `taken`. */
static enum smt_answer ask(struct smt *s, const struct step *steps, size_t step, bool taken) {
  s->goal = (struct literal){steps[step].cond, taken, atom_of(&s->store, steps[step].cond, taken)};
  s->goal_step = step;
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

enum smt_answer smt_flip(struct smt *s, const struct step *steps, size_t n, const struct input *current,
                         struct input *out) {
  slicer_follow(s->slicer, steps, n + 1);
  input_copy(out, current);
  s->q.current = current;
  s->q.out = out;
  s->limit = n;
  return ask(s, steps, n, !steps[n].taken);
}

/* Components are independent: each that `current` does not satisfy is a question of its own, with the first
 * violated literal for its goal. Answering one satisfies all its other literals. */
enum smt_answer smt_solve(struct smt *s, const struct step *steps, size_t count, const struct input *current,
                          struct input *out) {
  enum smt_answer all = SMT_SAT;
  slicer_follow(s->slicer, steps, count);
  input_copy(out, current);
  s->q.current = current;
  s->q.out = out;
  s->limit = count;
  eval_forget(s->eval);
  for (size_t i = 0; i < count && all != SMT_UNSAT; i++) {
    if (eval_expr(s->eval, steps[i].cond, out) == steps[i].taken) continue;
    enum smt_answer one = ask(s, steps, i, steps[i].taken);
    if (one != SMT_SAT) all = one, query_reset(&s->q);
    eval_forget(s->eval);
  }
  return all;
}

const struct smt_counts *smt_counts(const struct smt *s) { return &s->counts; }

struct smt *smt_open(const struct expr_store *store, const struct smt_options *options) {
  struct smt *s = xcalloc(1, sizeof *s);
  s->store = *store;
  s->options = *options;
  s->eval = eval_open(store);
  s->slicer = slicer_open(store, s->eval);
  s->common = common_open();
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
  common_close(s->common);
  slicer_close(s->slicer);
  eval_close(s->eval);
  vec_free(&s->q.lit);
  vec_free(&s->q.vars);
  vec_free(&s->q.changed);
  free(s);
}

bool smt_is_stopped(const struct smt *s) { return z3_is_stopped(s->z3); }

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
