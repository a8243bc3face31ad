/* Strategies propose plans and learn from traces; they never run anything and never own the loop:
 *
 *     while (next(s, plan) == PROPOSAL_PLAN) { execute; learn; look for bugs, confirm, report; }     (campaign/loop.c)
 *
 * A strategy decides the inputs and the schedule; which objects are visible is the campaign's
 * business: when a run finds a new one, the campaign closes the strategy and opens it again. */
#ifndef RADDLE_EXPLORE_STRATEGY_H
#define RADDLE_EXPLORE_STRATEGY_H

#include "base/option.h"
#include "explore/history/order.h"
#include "explore/path.h"
#include "explore/smt.h"
#include "wire/batch.h"

/* What a run showed, as the strategy sees it. */
struct run {
  const struct trace *trace;
  const struct event *events;
  const uint64_t
      *enabled; /* with PLAN_ENABLED: who could go on before each step; trace->enabled_count words */
  const struct path *path;             /* of this run */
  const struct input *input;           /* what the plan held, extended with zeros to what the run asked for */
  struct order *order;                 /* holds the order of this run once run_class has been called */
  const struct waiting *waiting;       /* who could not go on at the end; trace->waiting_count entries */
  uint32_t branches, branches_covered; /* of the program; by all runs so far */
};

/* What `next` has to say. Only PROPOSAL_DONE may make a campaign complete. */
enum proposal {
  PROPOSAL_PLAN,    /* a run is to be made */
  PROPOSAL_DONE,    /* nothing is left that the options ask for */
  PROPOSAL_STOPPED, /* env.stop is set: what is left is not known */
  PROPOSAL_NO_ROOM, /* something is left, but memory is not; it is counted among what is left out */
};

/* What `learn` makes of a run. */
enum verdict_of_run {
  RUN_NEW,       /* a path or class not seen before */
  RUN_PRUNED,    /* ended in a failed assumption: does not count as a path */
  RUN_REDUNDANT, /* seen before */
  RUN_DIVERGED,  /* left the predicted path */
  RUN_BLOCKED,   /* abandoned: what it could still show other runs show */
  RUN_EXTRA, /* made to show a failure that another one had hidden, or in vain; not counted as an execution */
};

/* A part of the exploration that carries all it needs: another worker, or another process later,
 * can go on with it. Threads and input bytes are numbered as in all targets of the campaign,
 * which share their tables; `marks` are the strategy's own and name neither. */
struct subproblem {
  vec(struct plan_run) schedule;
  struct input input;
  vec(uint32_t) marks;
  double weight; /* estimated share of the whole exploration */
};

/* What the user asks of whichever strategy it is. Options of one strategy alone:
 * strategy_vtable.options. */
struct strategy_options {
  uint32_t depth; /* bound on the number of flippable steps; 0: none */
  uint64_t seed;
  bool until_covered; /* the campaign ends when every branch that can be is covered */
  bool
      checks_classes; /* compare the class of each run with all before it, even where they cannot be the same */
};

/* Tables of the program that is tested; they only grow. */
struct program_tables {
  const struct thread_name *threads; /* by number; NULL: numbers are the same in every run */
  const struct program_site *sites;  /* by number; texts are offsets into `strings` */
  const char *strings;
  uint32_t site_count;
};

struct shm;
struct program_tables program_tables(const struct shm *);

/* What a strategy is given when it is opened. All that it points to outlives the strategy, but
 * for `own`. */
struct strategy_env {
  struct smt *smt;
  struct program_tables program;
  const struct input *seeds; /* inputs of tests to begin with; a strategy may leave them alone */
  size_t seed_count;
  const struct stop
      *stop; /* polled by whatever takes long: learn and next may then return early; NULL: none */
  struct class_pool *pool; /* for classes, if other instances explore other parts; NULL: there are none */
  size_t memory;           /* bytes for what waits to be explored; 0: what the strategy thinks right */
  uint64_t max_steps;      /* of a run; 0: no limit */
  bool reuses_memory;      /* malloc hands freed blocks out again */
  struct strategy_options options;
  const void *own; /* its own options: the struct that the rows of its table describe */
};

#define STRATEGY_COUNTS 8
struct strategy_count {
  const char *name;
  uint64_t value;
};

/* Why something was left out, as reports say it. */
struct reason {
  const char *name, *meaning, *advice; /* in summary.json; for people, and what they can do */
};

/* What only this strategy leaves out, and counts. */
struct strategy_gap {
  const char *key; /* of the count in state.db */
  struct reason reason;
};
#define STRATEGY_GAPS 8

struct strategy_report;
struct strategy_stats {
  uint64_t pending;     /* plans known but not run, as far as known */
  uint64_t diverged_at; /* step of the last divergence */
#define LEFT_OUT(field, reason) uint64_t field;
#include "explore/left_out.def"
#undef LEFT_OUT
  uint64_t gaps[STRATEGY_GAPS]; /* by the strategy's own list */
  double done;                  /* estimated share of the exploration that is done; 0: no idea */
  bool is_done_wrong;           /* it has proved wrong: it does not converge */
  uint32_t own_count;           /* what the strategy counts beside that, for the summary */
  struct strategy_count own[STRATEGY_COUNTS];
  const void *figures; /* of its own report; NULL: there are none. They last as long as the strategy */
  const struct strategy_report *report; /* for these; set by the worker that asks for the stats */
};
#define STRATEGY_FIGURES_SIZE 2048

struct strategy_vtable {
  const char *name, *help;
  bool has_schedules; /* explores them; others keep to one schedule for each input */
  bool is_random;     /* several instances, with other seeds, do other things: they may run side by side */
  /* Of the schedules that show a bug, one with more interferences is worse, even if it has fewer
   * switches. */
  bool keeps_degree;
  struct option_table options; /* its own, in a struct of at most STRATEGY_OWN_SIZE bytes */
  const char *chosen_by;       /* one of these that makes sense with no other strategy; NULL: there is none */
  const struct strategy_gap *gaps; /* at most STRATEGY_GAPS, and one without a key; NULL: there are none */
  const struct strategy_report *report; /* explore/strategy_report.h; NULL: its counts are enough */
  void *(*open)(const struct strategy_env *);
  void (*close)(void *);
  /* Fills in all of the plan but mode and visible_count. The first plan of every strategy may be
   * the plain one: no input, no prefix, run-to-block. */
  enum proposal (*next)(void *, struct plan *);
  /* Once env.stop is set it may return with half of the work done, and what it returns is worth
   * nothing; a strategy that has `save` then counts the plan among those that are not learnt
   * yet. */
  enum verdict_of_run (*learn)(void *, const struct run *);
  void (*stats)(const void *, struct strategy_stats *);
  /* Together with keeps_degree: how many interferences at least it takes to get to what the run
   * learnt last was the first to show; UINT32_MAX: that is not known. */
  uint32_t (*degree)(const void *);

  /* Optional, together: next may be called several times before learn is called for these plans,
   * in the same order. */
  bool has_batches;
  /* Takes a part out of what is pending, one that is likely to be large; false: there is none to
   * spare. */
  bool (*give)(void *, struct subproblem *out);
  /* Adds one. An instance that has taken one before its first `next` explores only what it
   * takes. */
  void (*take)(void *, const struct subproblem *);
  /* Writes down all that is pending, plans that were not learnt yet included; nothing changes.
   * Ends early when put is false. */
  void (*save)(void *, bool (*put)(void *context, const struct subproblem *), void *context);
};

enum {
#define STRATEGY(name) STRATEGY_NUMBER_##name,
#include "explore/strategy/strategies.def"
#undef STRATEGY
  STRATEGY_COUNT
};
extern const struct strategy_vtable *const strategies[]; /* NULL-terminated */
size_t strategy_number(const struct strategy_vtable *);  /* its place there */

/* The own options of all strategies, a struct for each in the order of strategies[]. */
#define STRATEGY_OWN_SIZE 64
struct strategy_settings {
  _Alignas(uint64_t) unsigned char at[STRATEGY_COUNT][STRATEGY_OWN_SIZE];
};
/* Every option is at its default. */
void strategy_settings_init(struct strategy_settings *);

const struct strategy_vtable *strategy_find(const char *name);
/* What is used when the user names none: it depends on whether the program has threads. */
const struct strategy_vtable *strategy_default(bool has_threads);

/* A search that asks the solver found no plan: because there is none, or because it was stopped. */
enum proposal proposal_none(const struct smt *);

void subproblem_free(struct subproblem *);
void stats_add(struct strategy_stats *, const struct strategy_stats *);

/* The input of a run: what its plan held, with zeros up to what the run asked for. */
void input_of_view(const struct view *, struct input *out);
/* Without an order. */
struct run run_of_view(const struct view *, const struct path *, const struct input *);

/* Reads the order of the run, for its class. */
struct order_hash run_class(const struct run *);
/* The plan in which nothing is decided: no input, no prefix, run-to-block, nothing asked for. */
void plan_reset(struct plan *);

#endif
