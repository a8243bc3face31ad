/* Strategies propose plans and learn from traces; they never run anything and never own the loop:
 *
 *     while (budget_left(c) && strategy_next(s, plan)) { execute; report_run; strategy_learn; }
 */
#ifndef RADDLE_EXPLORE_STRATEGY_H
#define RADDLE_EXPLORE_STRATEGY_H

#include "explore/path.h"
#include "explore/smt.h"

/* What a run showed, as the strategy sees it. */
struct run {
  const struct trace *trace;
  const struct event *events;
  const struct path *path;   /* of this run */
  const struct input *input; /* what the plan held, extended with zeros to what the run asked for */
};

/* What `learn` makes of a run. */
enum verdict_of_run {
  RUN_NEW,       /* a path not seen before */
  RUN_PRUNED,    /* ended in a failed assumption: does not count as a path */
  RUN_REDUNDANT, /* seen before */
  RUN_DIVERGED,  /* left the predicted path */
};

struct strategy_options {
  uint32_t depth; /* bound on the number of flippable steps; 0: none */
  uint64_t seed;
};

struct strategy_stats {
  uint64_t pending;     /* plans known but not run, as far as known */
  uint64_t diverged_at; /* step of the last divergence */
  uint64_t solver_unknown;
  uint64_t depth_bounded; /* flips left out because of the bound */
};

struct strategy_vtable {
  const char *name, *help;
  void *(*open)(struct smt *, const struct strategy_options *);
  void (*close)(void *);
  bool (*next)(void *, struct plan *); /* false: nothing left, or smt_is_stopped */
  enum verdict_of_run (*learn)(void *, const struct run *);
  void (*stats)(const void *, struct strategy_stats *);
};

extern const struct strategy_vtable *const strategies[]; /* NULL-terminated; the first is the default */
const struct strategy_vtable *strategy_find(const char *name);

#endif
