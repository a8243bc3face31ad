/* A plan: everything that decides one execution.
 *
 * Inputs are bytes: thread t's k-th input byte, whatever C objects they were asked for. A run that
 * asks for more input than the plan holds gets zeros. The schedule fields are for
 * threads; a sequential program ignores them. */
#ifndef RADDLE_WIRE_PLAN_H
#define RADDLE_WIRE_PLAN_H

#include <stdint.h>

#define PLAN_INPUT_MAX (1u << 20)
#define PLAN_RUNS_MAX (1u << 16)

enum plan_mode {
  PLAN_IN_PROCESS, /* reset the process, run in it */
  PLAN_FORK,       /* run in a fresh child of the pristine server */
};

enum plan_flag {
  PLAN_SHOW_OUTPUT = 1, /* let the program's output through (replay) */
  PLAN_TRAP = 2,        /* raise SIGTRAP where the bug happens (replay --gdb) */
};

struct plan_run {
  uint32_t thread;
  uint32_t count; /* visible operations */
};

struct plan {
  uint32_t mode;
  uint32_t flags;
  uint32_t input_count; /* bytes of input[] that are valid */
  uint32_t run_count;   /* schedule prefix */
  struct plan_run run[PLAN_RUNS_MAX];
  uint8_t input[PLAN_INPUT_MAX];
};

#endif
