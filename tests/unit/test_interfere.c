/* The strategy `interfere` with real targets, and its forest and candidates looked at after each run. The example of con2colic testing:
 * figures 2 (the program), 3 (the trace), 6 and 7 (what is made from the traces of T' and of both). Conditions are compared
 * as functions, worked out for many values of the variables.
 *
 * Started from the project's root; compiles the programs with the raddle-cc beside it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

/* The strategy with its struct, beside the one that is linked. */
#define strategy_interfere strategy_interfere_seen
#include "explore/strategy/interfere/interfere.c"
#undef strategy_interfere

#include "explore/target.h"
#include "campaign/coverage.h"
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Names of figure 3's events in the path of a thread, and what comes behind them. */
enum {
  START,
  READ_0,
  ACQUIRE,
  READ_1,
  FITS,
  READ_2,
  READ_3,
  HOLDS,
  READ_4,
  WRITE,
  RELEASE,
  RESULT,
  END,
  EVENTS
};
enum { MAIN, ONE, TWO, THREADS };
enum { DRAWS = 300, RUNS_MAX = 2000 };

/* ---- a campaign ---- */

static struct {
  struct target *target;
  struct expr_store store;
  struct smt *smt;
  struct interfere *strategy;
  struct path_builder *builder;
  struct path path;
  struct input input;
  struct trace trace; /* of the last run */
  enum verdict_of_run verdict;
  uint32_t runs;
  size_t looked_at; /* candidates */
} now;

static const struct interfere_options all = {.kmax = 100};

static void compile(const char *source, char *program) {
  char self[PATH_MAX] = "", command[3 * PATH_MAX];
  assert_true(readlink("/proc/self/exe", self, sizeof self - 1) > 0);
  strcpy(program, "/tmp/raddle-test-interfere-XXXXXX");
  int fd = mkstemp(program);
  assert_true(fd >= 0);
  close(fd);
  snprintf(command, sizeof command, "%s/../../raddle-cc -g -w %s -o %s", dirname(self), source, program);
  assert_int_equal(system(command), 0);
}

static void open_target(const char *source) {
  char program[PATH_MAX], *argv[] = {program, NULL}, *why = NULL;
  struct target_options options = {
      .program = program, .argv = argv, .max_loops = 100000, .max_steps = 1000, .run_timeout = 20};
  struct smt_options smt = {.timeout_ms = 5000};
  compile(source, program);
  now.target = target_open(&options, &why);
  unlink(program);
  if (!now.target) fail_msg("%s", why);
  now.store = target_exprs(now.target);
  now.smt = smt_open(&now.store, &smt);
  now.builder = path_builder_open();
}

static int close_target(void **state) {
  (void)state;
  if (now.strategy) interfere_close(now.strategy);
  path_builder_close(now.builder);
  smt_close(now.smt);
  target_close(now.target);
  vec_free(&now.path.decisions);
  vec_free(&now.input.bytes);
  memset(&now, 0, sizeof now);
  return 0;
}

static void open_campaign(const struct interfere_options *options) {
  if (now.strategy) interfere_close(now.strategy);
  now.strategy = interfere_open(&(struct strategy_env){.smt = now.smt, .own = options});
  now.runs = 0;
  now.looked_at = 0;
}

/* False: nothing is left. */
static bool make_run(void) {
  struct plan *plan = target_draft(now.target);
  struct view v;
  if (interfere_next(now.strategy, plan) != PROPOSAL_PLAN) return false;
  plan->mode = PLAN_IN_PROCESS;
  plan->visible_count = shm_tables(target_shm(now.target))->visible_count;
  assert_true(target_queue(now.target));
  assert_true(target_take(now.target, &v));
  now.trace = *v.trace;
  input_of_view(&v, &now.input);
  path_read_all(now.builder, v.events, v.trace->event_count, v.trace->ghost_count, &now.path);
  struct run run = run_of_view(&v, &now.path, &now.input);
  coverage_of_branches(target_shm(now.target), &run.branches, &run.branches_covered);
  if (!now.trace.discovered) now.verdict = interfere_learn(now.strategy, &run);
  assert_true(++now.runs < RUNS_MAX);
  return true;
}

/* What is shared is found on the way; whenever something is, all begins anew. */
static void discover(void) {
  open_campaign(&all);
  while (make_run())
    if (now.trace.discovered) open_campaign(&all);
}

/* ---- what must hold after every run ---- */

static bool is_same(const struct candidates *c, const struct candidate *x, const struct candidate *y) {
  if (x->sink != y->sink || x->leaves != y->leaves || x->edges != y->edges || x->frozen != y->frozen)
    return false;
  for (uint32_t i = 0; i < x->edges; i++) {
    struct edge a = candidate_edge(c, x, i), b = candidate_edge(c, y, i);
    if (memcmp(&a, &b, sizeof a)) return false;
  }
  return !memcmp(candidate_leaves(c, x), candidate_leaves(c, y), x->leaves * sizeof(uint32_t)) &&
         !memcmp(candidate_frozen(c, x), candidate_frozen(c, y), x->frozen * sizeof(uint32_t));
}

static void no_duplicates(size_t from) {
  const struct candidates *c = &now.strategy->candidates;
  for (size_t i = from; i < c->all.count; i++)
    for (size_t k = 0; k < i; k++) assert_false(is_same(c, &c->all.at[i], &c->all.at[k]));
}

/* One read is fed by one write, of another thread, to the same place; both are in the paths. */
static bool has_node_of(const struct candidate *x, uint32_t node) {
  const uint32_t *leaf = candidate_leaves(&now.strategy->candidates, x);
  for (uint32_t i = 0; i < x->leaves; i++)
    if (forest_is_above(&now.strategy->forest, node, leaf[i])) return true;
  return false;
}

static void candidate_is_sound(const struct candidate *x) {
  const struct forest *f = &now.strategy->forest;
  assert_true(has_node_of(x, x->sink));
  for (uint32_t i = 0; i < x->edges; i++) {
    struct edge e = candidate_edge(&now.strategy->candidates, x, i);
    const struct event *read = &forest_node(f, e.read)->label, *write = &forest_node(f, e.write)->label;
    assert_true(event_reads(read) && event_writes(write));
    assert_int_not_equal(read->thread, write->thread);
    assert_true(read->addr < write->addr + write->aux && write->addr < read->addr + read->aux);
    assert_true(has_node_of(x, e.read) && has_node_of(x, e.write));
  }
}

/* Candidates that were looked at before stay as they were. */
static void is_sound(void) {
  const struct candidates *c = &now.strategy->candidates;
  assert_true(forest_is_sound(&now.strategy->forest));
  for (size_t i = now.looked_at; i < c->all.count; i++) candidate_is_sound(&c->all.at[i]);
  if (!now.strategy->options.no_dedup) no_duplicates(now.looked_at);
  now.looked_at = c->all.count;
  assert_int_not_equal(now.verdict, RUN_DIVERGED);
  assert_int_equal(now.strategy->own.failed_predictions, 0);
}

/* ---- expressions ---- */

/* Values of the variables: r[k] of thread t is read[t][k]. */
static struct {
  uint64_t read[THREADS][8], input;
} drawn;

static uint64_t worth(expr_id id) {
  const struct expr *e = &now.store.node[id];
  unsigned arity = expr_arity(e->op);
  if (e->op == EX_CONST) return expr_const_value(e);
  if (e->op == EX_VAR) return drawn.input & expr_mask(e->width);
  if (e->op == EX_READ) return drawn.read[e->a][e->b] & expr_mask(e->width);
  unsigned width = now.store.node[e->op == EX_CONCAT ? e->b : e->a].width;
  return expr_apply(e, width, worth(e->a), arity > 1 ? worth(e->b) : 0, arity > 2 ? worth(e->c) : 0);
}

/* Small values, so that comparisons go both ways. */
static void draw(unsigned *seed) {
  for (unsigned t = 0; t < THREADS; t++)
    for (unsigned k = 0; k < 8; k++) drawn.read[t][k] = (uint64_t)(rand_r(seed) % 24);
  drawn.input = (uint64_t)(rand_r(seed) % 24);
}

#define R(thread, ordinal) ((int32_t)drawn.read[thread][ordinal])
#define I0 ((int32_t)drawn.input)

/* The node says, for all values of the variables, what `expected` does. */
#define SAYS(node, expected)                                                                                 \
  do {                                                                                                       \
    const struct event *says = &forest_node(&now.strategy->forest, (node))->label;                           \
    unsigned seed = 1;                                                                                       \
    for (int i = 0; i < DRAWS; i++) {                                                                        \
      draw(&seed);                                                                                           \
      uint64_t is = worth(says->expr), wanted = (uint64_t)(expected);                                        \
      if (says->kind == EV_BRANCH)                                                                           \
        assert_int_equal(is == says->taken, wanted);                                                         \
      else                                                                                                   \
        assert_int_equal(is, wanted &expr_mask(8 * says->aux));                                              \
    }                                                                                                        \
  } while (0)

/* ---- figures 3 and 6 ---- */

/* What a thread does alone, and the nodes that its run leaves dangling. */
struct alone {
  uint32_t node[EVENTS], larger, violated;
};

static const struct event *label(uint32_t node) { return &forest_node(&now.strategy->forest, node)->label; }

static void read_path(uint32_t leaf, uint32_t *node) {
  static const uint8_t kind[EVENTS] = {EV_START,  EV_READ,  EV_LOCK,      EV_READ, EV_BRANCH,
                                       EV_READ,   EV_READ,  EV_BRANCH,    EV_READ, EV_WRITE,
                                       EV_UNLOCK, EV_WRITE, EV_END_THREAD};
  assert_int_equal(forest_node(&now.strategy->forest, leaf)->depth, END);
  for (int i = END; i >= START; i--) {
    node[i] = leaf;
    assert_int_equal(label(leaf)->kind, kind[i]);
    leaf = forest_node(&now.strategy->forest, leaf)->parent;
  }
}

/* Figure 3, events 2 to 11. */
static void is_figure_3(uint32_t thread, const uint32_t *node) {
  static const int cnt[] = {READ_0, READ_3, READ_4, WRITE}, size[] = {READ_1, READ_2};
  uint64_t at = label(node[READ_0])->addr;
  for (size_t i = 0; i < sizeof cnt / sizeof *cnt; i++) assert_int_equal(label(node[cnt[i]])->addr, at);
  for (size_t i = 0; i < sizeof size / sizeof *size; i++)
    assert_int_equal(label(node[size[i]])->addr, at + sizeof(int));
  assert_int_equal(label(node[ACQUIRE])->addr, label(node[RELEASE])->addr);
  SAYS(node[FITS], R(thread, 0) + I0 <= R(thread, 1));
  SAYS(node[HOLDS], R(thread, 2) >= I0 + R(thread, 3));
  SAYS(node[WRITE], R(thread, 4) + I0);
}

/* The node that dangles beside this one. */
static uint32_t dual_of(uint32_t node) {
  const struct extraction *x = &now.strategy->extraction;
  for (size_t i = 0; i < x->dangling.count; i++) {
    const struct node *n = forest_node(&now.strategy->forest, x->dangling.at[i]);
    if (n->parent == forest_node(&now.strategy->forest, node)->parent) return x->dangling.at[i];
  }
  fail_msg("nothing dangles beside node %u", node);
  return NONE;
}

/* Figure 6b: d1 and d2, and nothing else. */
static void dangle_as_figure_6b(uint32_t thread, struct alone *a) {
  assert_int_equal(now.strategy->extraction.dangling.count, 2);
  a->larger = dual_of(a->node[FITS]);
  a->violated = dual_of(a->node[HOLDS]);
  SAYS(a->larger, R(thread, 0) + I0 > R(thread, 1));
  SAYS(a->violated, R(thread, 2) < I0 + R(thread, 3));
  assert_false(forest_node(&now.strategy->forest, a->larger)->is_met);
  assert_false(forest_node(&now.strategy->forest, a->violated)->is_met);
}

static uint32_t leaf_of(const struct candidate *x, uint32_t thread) {
  const uint32_t *leaf = candidate_leaves(&now.strategy->candidates, x);
  for (uint32_t i = 0; i < x->leaves; i++)
    if (label(leaf[i])->thread == thread) return leaf[i];
  return NONE;
}

/* Figure 6c: the causal past of the node and no more; of main only that it has created the thread. */
static void has_candidate_of_figure_6c(uint32_t thread, uint32_t sink) {
  const struct candidates *c = &now.strategy->candidates;
  for (size_t i = 0; i < c->all.count; i++) {
    const struct candidate *x = &c->all.at[i];
    if (x->sink != sink || x->edges) continue;
    uint32_t other = leaf_of(x, ONE + TWO - thread);
    assert_int_equal(leaf_of(x, thread), sink);
    assert_true(other == NONE || label(other)->kind == EV_START);
    assert_int_equal(label(leaf_of(x, MAIN))->kind, EV_CREATE);
    return;
  }
  fail_msg("no candidate of degree 0 for node %u", sink);
}

static void look_at_figure_6(uint32_t thread, struct alone *a) {
  assert_int_equal(now.trace.end, END_CUT);
  read_path(now.strategy->extraction.leaf.at[thread], a->node);
  is_figure_3(thread, a->node);
  dangle_as_figure_6b(thread, a);
  has_candidate_of_figure_6c(thread, a->larger);
  has_candidate_of_figure_6c(thread, a->violated);
}

/* ---- figure 7 ---- */

/* The path to the leaf goes up to the node, with what belongs to the same step. */
static bool ends_with(uint32_t leaf, uint32_t node) {
  if (!forest_is_above(&now.strategy->forest, node, leaf)) return false;
  for (; leaf != node; leaf = forest_node(&now.strategy->forest, leaf)->parent)
    if (event_is_step(label(leaf))) return false;
  return true;
}

/* T's assertion is violated; its only interference is that T' has written what it reads there; T' has released the lock. (The figure has
 * this trace, node 17 included, and d4 is its dual. Our nodes know nothing of interferences: both are one of T's two
 * outcomes, of which T alone shows one, so the other is the sink.) */
static bool is_figure_7(const struct candidate *x, const struct alone *t, const struct alone *other) {
  if (x->sink != t->violated || x->edges != 1) return false;
  struct edge e = candidate_edge(&now.strategy->candidates, x, 0);
  return e.read == t->node[READ_3] && e.write == other->node[WRITE] &&
         leaf_of(x, label(x->sink)->thread) == x->sink &&
         ends_with(leaf_of(x, label(other->node[START])->thread), other->node[RELEASE]);
}

static void is_section_3(void) {
  assert_int_equal(now.trace.end, END_BUG);
  assert_int_equal(now.trace.kind, BUG_ASSERT);
  assert_in_range(input_get(&now.input, 0, 1), 6, 10);
}

static bool is_node_met(uint32_t node) { return forest_node(&now.strategy->forest, node)->is_met; }

static void figures_of_the_paper(void **state) {
  struct alone of[THREADS] = {0};
  bool is_seen[THREADS] = {0}, has_larger[THREADS] = {0}, has_failed[THREADS] = {0};
  (void)state;
  open_target("-DFIGURE bench/con2colic/addall.c");
  discover();
  open_campaign(&all);
  while (make_run()) {
    const struct candidate x = now.strategy->candidates.all.at[now.strategy->current];
    uint32_t t = label(x.sink)->thread, other = ONE + TWO - t;
    is_sound();
    if (t == MAIN) continue;
    if (!is_seen[t]) {
      assert_int_equal(label(x.sink)->kind, EV_START);
      look_at_figure_6(t, &of[t]);
      is_seen[t] = true;
    } else if (x.sink == of[t].larger) {
      assert_int_equal(x.edges, 0);
      assert_in_range(input_get(&now.input, 0, 1), 11, 255);
      assert_false(is_node_met(of[t].violated)); /* no input does that without an interference */
      has_larger[t] = true;
    } else if (x.sink == of[t].violated) {
      assert_true(is_figure_7(&x, &of[t], &of[other]));
      is_section_3();
      has_failed[t] = true;
    }
  }
  for (uint32_t t = ONE; t <= TWO; t++) assert_true(is_seen[t] && has_larger[t] && has_failed[t]);
  assert_int_equal(now.strategy->own.reason, INTERFERE_FULL_COVERAGE);
  assert_int_equal(now.strategy->own.undecided, 0);
}

/* A full store ends the search, early or late, even when every branch has been covered, and says so. */
static void full_store(void **state) {
  (void)state;
  open_target("-DFIGURE bench/con2colic/addall.c");
  discover();
  uint32_t whole = now.runs;
  for (uint32_t after = 1; after < whole; after += 3) {
    open_campaign(&all);
    for (uint32_t i = 0; i < after; i++) assert_true(make_run());
    uint32_t used = *now.store.count;
    *now.store.count = SHM_EXPR_MAX - 1;
    assert_false(make_run());
    *now.store.count = used;
    assert_int_equal(now.strategy->own.reason, INTERFERE_STORE_FULL);
    struct strategy_stats stats = {0};
    interfere_stats(now.strategy, &stats);
    assert_int_equal(stats.store_full, 1);
  }
}

/* ---- other programs ---- */

static uint32_t explore_all(const struct interfere_options *options) {
  open_campaign(options);
  while (make_run()) is_sound();
  assert_int_equal(now.strategy->own.undecided, 0);
  assert_int_not_equal(now.strategy->own.reason, INTERFERE_KMAX);
  return now.strategy->branches_covered;
}

/* All settings explore soundly and cover the same: every branch. Without guidance and cache there are too many candidates, but for small programs. */
static void forests_are_sound(void **state) {
  static const struct {
    const char *source;
    uint32_t branches, settings;
  } programs[] = {{"bench/con2colic/addall.c", 4, 6},
                  {"bench/con2colic/bluetooth.c", 14, 6},
                  {"-DN=2 bench/con2colic/art.c", 8, 8}};
  (void)state;
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
    open_target(programs[i].source);
    discover();
    for (unsigned setting = 0; setting < programs[i].settings; setting++) {
      struct interfere_options options = all;
      options.no_priority = setting & 1, options.no_dedup = setting & 2, options.no_unsat_core = setting & 4;
      assert_int_equal(explore_all(&options), programs[i].branches);
    }
    close_target(NULL);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_teardown(figures_of_the_paper, close_target),
      cmocka_unit_test_teardown(full_store, close_target),
      cmocka_unit_test(forests_are_sound),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
