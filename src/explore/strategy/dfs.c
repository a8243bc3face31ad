/* Depth-first search over the branches of a program (CUTE, section 4.1.4 and figures 10, 11).
 *
 * `stack` is the path of the last run that went as predicted (the paper's branch_hist), `input` the
 * input that drives the program down it, done[i] says that both outcomes of step i are explored or
 * impossible. A prediction is the stack with step `flipped` turned round.
 * Invariant: input satisfies every step of the stack as it stands; memory is one path, however
 * many runs. */
#include "explore/strategy/strategies.h"
#include "base/check.h"
#include <string.h>

struct dfs {
  struct smt *smt;
  struct strategy_env env;
  struct path stack;
  vec(uint8_t) done;
  struct input input, next_input;
  size_t flipped;
  bool is_first;
  struct strategy_stats stats;
};

static void *dfs_open(const struct strategy_env *env) {
  struct dfs *d = xcalloc(1, sizeof *d);
  d->smt = env->smt;
  d->env = *env;
  d->is_first = true;
  return d;
}

static void dfs_close(void *self) {
  struct dfs *d = self;
  vec_free(&d->stack.decisions);
  vec_free(&d->done);
  vec_free(&d->input.bytes);
  vec_free(&d->next_input.bytes);
  free(d);
}

static bool is_beyond_bound(const struct dfs *d, size_t i) {
  return d->env.options.depth && i >= d->env.options.depth;
}

/* Figure 11: the last step whose other side is open and possible. */
static enum proposal dfs_next(void *self, struct plan *plan) {
  struct dfs *d = self;
  plan_reset(plan);
  if (d->is_first) return PROPOSAL_PLAN;
  check(d->done.count == d->stack.decisions.count);
  for (size_t i = d->stack.decisions.count; i-- > 0;) {
    if (d->done.at[i]) continue;
    if (smt_is_stopped(d->smt)) return PROPOSAL_STOPPED;
    d->done.at[i] = 1;
    if (is_beyond_bound(d, i)) {
      d->stats.depth_bounded++;
      continue;
    }
    enum smt_answer answer = smt_flip(d->smt, d->stack.decisions.at, i, &d->input, &d->next_input);
    if (smt_gave_up(d->smt, answer)) d->stats.solver_unknown++;
    if (answer != SMT_SAT) continue;
    check(path_is_sound(&d->stack));
    d->flipped = i;
    plan_set_input(plan, &d->next_input);
    return PROPOSAL_PLAN;
  }
  return proposal_none(d->smt);
}

static void take_path(struct dfs *d, const struct run *run, size_t keep) {
  size_t n = run->path->decisions.count;
  d->stack.decisions.count = keep;
  vec_append(&d->stack.decisions, run->path->decisions.at + keep, n - keep);
  vec_reserve(&d->done, n);
  for (size_t i = keep; i < n; i++) d->done.at[i] = !decision_can_flip(&run->path->decisions.at[i]);
  d->done.count = n;
  input_copy(&d->input, run->input);
}

static enum verdict_of_run dfs_learn(void *self, const struct run *run) {
  struct dfs *d = self;
  const struct path *p = run->path;
  if (d->is_first) {
    d->is_first = false;
    take_path(d, run, 0);
  } else {
    if (!path_follows(p->decisions.at, p->decisions.count, d->stack.decisions.at, d->flipped))
      return RUN_DIVERGED;
    d->stack.decisions.at[d->flipped].taken ^= 1;
    take_path(d, run, d->flipped + 1);
  }
  return run->trace->end == END_ASSUME ? RUN_PRUNED : RUN_NEW;
}

static void dfs_stats(const void *self, struct strategy_stats *out) {
  const struct dfs *d = self;
  *out = d->stats;
  out->pending = 0;
  for (size_t i = 0; i < d->done.count; i++) out->pending += !d->done.at[i];
}

const struct strategy_vtable strategy_dfs = {
    .name = "dfs",
    .help = "depth-first over branches, bounded by --depth; memory is one path",
    .open = dfs_open,
    .close = dfs_close,
    .next = dfs_next,
    .learn = dfs_learn,
    .stats = dfs_stats,
};
