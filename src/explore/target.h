/* The program under test as a service: start it, hand it plans, read traces. */
#ifndef RADDLE_EXPLORE_TARGET_H
#define RADDLE_EXPLORE_TARGET_H

#include "wire/shm.h"

struct target_options {
  const char *program;
  char *const *argv; /* argv[0] included */
  uint64_t max_loops, max_steps;
  uint32_t sym_stdin, fuzz_max, sym_args_count, sym_args_length, check_leaks;
  uint32_t granularity_sync, spurious, reuse_memory;
  uint32_t always_fork; /* never reset in-process */
  double run_timeout;   /* seconds of wall time before a silent run is killed */
  bool in_foreground; /* keep it in our process group: a debugger started as the program wants the terminal */
  bool show_output;   /* let the program write to our stdout and stderr (replay) */
  const volatile int *stop; /* set from outside (Ctrl-C): a run that goes on is cut short */
  const char *output;       /* file for what the program prints; NULL: thrown away */
};

/* argv of a program: its name, then its arguments (NULL-terminated); to be freed, not the strings. */
char **target_argv(const char *program, char *const *arguments);

struct target;
/* NULL and a sentence in *why when the program cannot run (not instrumented, crashes in start-up). */
struct target *target_open(const struct target_options *, char **why);
void target_close(struct target *);
struct shm *target_shm(struct target *);
struct expr_store target_exprs(struct target *);
/* The plan to fill in before target_run. */
struct plan *target_plan(struct target *);
/* Runs it; the trace is valid until the next run. Switches to forked runs by itself when the program needs it. */
const struct trace *target_run(struct target *);
/* For a debugger started as the program: hands the plan over, then waits until the debugger is left. */
void target_debug(struct target *);
const char *target_string(struct target *, uint32_t offset);
uint64_t target_forks(struct target *);    /* runs that were made in a forked child */
bool target_always_forks(struct target *); /* the program turned out to need it */

#endif
