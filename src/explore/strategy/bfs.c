/* Breadth-first search over the branches of a program: of all pending flips (generational.h),
 * the one of the earliest decision goes first. With --depth this is bounded breadth-first
 * search: all paths of N decisions, the shortest differences first. */
#include "explore/strategy/generational.h"

static size_t depth_of(struct generational *g, const struct flip *f) {
  (void)g;
  return f->decision;
}

static void *bfs_open(const struct strategy_env *env) {
  struct generational *g = xcalloc(1, sizeof *g);
  generational_open(g, env, depth_of);
  return g;
}

static void bfs_close(void *self) {
  generational_close(self);
  free(self);
}

static enum proposal bfs_next(void *self, struct plan *plan) { return generational_next(self, plan); }

static enum verdict_of_run bfs_learn(void *self, const struct run *run) {
  return generational_follows(self, run) ? generational_learn(self, run) : RUN_DIVERGED;
}

static void bfs_stats(const void *self, struct strategy_stats *out) { generational_stats(self, out); }

const struct strategy_vtable strategy_bfs = {
    .name = "bfs",
    .help = "breadth-first over branches, bounded by --depth; the earliest decisions first",
    .open = bfs_open,
    .close = bfs_close,
    .next = bfs_next,
    .learn = bfs_learn,
    .stats = bfs_stats,
};
