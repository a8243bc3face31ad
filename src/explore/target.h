/* The program under test as a service: start it, hand it plans, read traces. */
#ifndef RADDLE_EXPLORE_TARGET_H
#define RADDLE_EXPLORE_TARGET_H

#include "base/stop.h"
#include "wire/shm.h"
#include <stdatomic.h>

struct target;
struct target_options {
  const char *program;
  char *const *argv; /* argv[0] included */
  uint64_t max_loops, max_steps;
  uint32_t sym_stdin, fuzz_max, sym_args_count, sym_args_length, check_leaks;
  uint32_t max_objects, max_depth, max_array; /* of the heap behind pointer inputs */
  uint32_t random_start; /* of options: input bytes that no plan has decided are random ... */
  uint64_t input_seed;   /* ... in this way; 0: they are 0 */
  uint32_t granularity_sync, spurious, reuse_memory;
  uint32_t always_fork; /* never reset in-process */
  double start_timeout; /* the same before it has reached main, if that is less than usual; 0: as usual */
  double run_timeout;   /* seconds of wall time before a silent run is killed */
  bool in_foreground; /* keep it in our process group: a debugger started as the program wants the terminal */
  bool show_output;   /* let the program write to our stdout and stderr (replay) */
  bool one_by_one;    /* every result is wanted in place: a queue is run without batches */
  bool is_code_notable;    /* the same for runs that end with an exit code other than 0 */
  const struct stop *stop; /* once it is set a run that goes on is cut short, and no other is made */
  const char *output;      /* file for what the program prints; NULL: thrown away */
  struct target
      *common; /* share its tables and coverage (SHM_COMMON), so that numbers mean the same; NULL: own ones */
};

/* argv of a program: its name, then its arguments (NULL-terminated); to be freed, not the
 * strings. */
char **target_argv(const char *program, char *const *arguments);

/* NULL and a sentence in *why when the program cannot run (not instrumented, crashes in
 * start-up). */
struct target *target_open(const struct target_options *, char **why);
void target_close(struct target *);
/* While *is_crowded, there are more busy processes than processors: a side that waits for the
 * other one sleeps at once, without spinning. */
void target_heed_crowd(struct target *, const atomic_bool *is_crowded);
struct shm *target_shm(struct target *);
struct expr_store target_exprs(struct target *);
const char *target_string(struct target *, uint32_t offset);
uint64_t target_forks(struct target *);    /* runs that were made in a forked child */
bool target_always_forks(struct target *); /* the program turned out to need it */
/* The call that the last run which had to be ended was in, if it waited in the kernel. */
struct target_call {
  const char *name; /* NULL: none */
  uint32_t thread, site;
};
bool target_is_stuck(const struct target *, struct target_call *);
/* No more runs: what target_run and target_take still return is of a run that was lost. */
bool target_is_stopped(const struct target *);
/* Ends all processes of the target at once; for another thread than the one that runs plans,
 * when there is to be an end. */
void target_kill(struct target *);
/* Server and running process, as far as there are any; returns how many. As target_kill. */
size_t target_processes(const struct target *, int32_t pids[2]);

/* ---- one plan ---- */

/* The plan to fill in before target_run. A batch of the queue that goes on is waited for. */
struct plan *target_plan(struct target *);
/* Runs it; the trace is valid until the next run. Switches to forked runs by itself when the
 * program needs it. */
const struct trace *target_run(struct target *);
/* The run that the mapping holds. */
struct view target_view(struct target *);
/* For a debugger started as the program: hands the plan over, then waits until the debugger is
 * left. */
void target_debug(struct target *);

/* ---- a queue of plans ----
 *
 *     fill in *target_draft(t); target_queue(t); ...      several times
 *     struct view v;
 *     while (target_take(t, &v)) look at v;
 *
 * Results come in the order of the plans, and are those of the plans run one by one with
 * target_run. How many are handed over at once does not show. */

#define TARGET_QUEUE_MAX 64u
struct plan *target_draft(struct target *);
/* False: the queue is full. There is always room for one. */
bool target_queue(struct target *);
/* The next result; false if all were taken. The view is valid until the next take and, if it is
 * in place (a run that is no usual one always is), until the next run. */
bool target_take(struct target *, struct view *);
/* Plans of the queue whose results are still to be taken, run or not. */
uint32_t target_queued(const struct target *);
/* The plan of the result that was taken last becomes the one of target_plan, as if it had been
 * run alone. */
void target_recall(struct target *);
/* Forgets the plans that were not run. */
void target_drop(struct target *);
/* Forgets the results that were not taken, too. */
void target_clear(struct target *);

#endif
