/* A plan: everything that decides one execution.
 *
 * Inputs are bytes in the flat numbering of trace.h (input_span). A run that asks for more input
 * than the plan holds gets zeros.
 *
 * The schedule: first the prefix, run after run: thread T carries out its next `count` visible
 * operations. A thread that cannot is a divergence. Then the policy chooses, step after step.
 * Wherever it says "can go on", threads that could do so only by a time-out or a spurious
 * wake-up, and a thread that would end the process, count only when no other can (the earliest
 * time-out first; the end of the process last of all). */
#ifndef RADDLE_WIRE_PLAN_H
#define RADDLE_WIRE_PLAN_H

#include <stdint.h>

#define PLAN_INPUT_MAX (1u << 20)
#define PLAN_RUNS_MAX (1u << 16)

enum plan_mode {
  PLAN_IN_PROCESS, /* reset the process, run in it */
  PLAN_FORK,       /* run in a fresh child of the pristine server */
};

#define PLAN_TURN 128u    /* steps in a row after which a policy lets others go on */
#define PLAN_UNFAIR 4096u /* steps of others that a DPOR prefix may have while a thread could go on */
#define PLAN_STACKS 2
#define PLAN_POSTPONED_MAX 64
#define PLAN_DEPTH_MAX 64

/* POLICY(NAME, "name", "who goes on") */
#define PLAN_POLICIES(POLICY)                                                                                \
  POLICY(RUN_TO_BLOCK, "run-to-block",                                                                       \
         "the running thread; when it blocks, yields, ends, or has taken PLAN_TURN steps in a row, the "     \
         "next in turn")                                                                                     \
  POLICY(ONLY, "only", "thread `chosen` as long as it can, else as run-to-block")                            \
  POLICY(RANDOM, "random", "any of those that can, drawn by seed")                                           \
  POLICY(PCT, "pct",                                                                                         \
         "the one with the highest priority; `depth` - 1 times in `length` steps the leader falls behind")   \
  POLICY(POSTPONE, "postpone", "as run-to-block, but those of `postponed` only when no other can")           \
  POLICY(DPOR, "dpor",                                                                                       \
         "`chosen` once, if it can, even by a time-out; then as run-to-block, but write locks of a "         \
         "read-write lock last")                                                                             \
  POLICY(FAIR, "fair",                                                                                       \
         "each that can, one step in turn; ends with a livelock where the state of the program repeats")     \
  POLICY(ALONE, "alone",                                                                                     \
         "`chosen` alone, even by a time-out; the run is cut when it cannot, or (PLAN_FRESH) has read what " \
         "another thread has written")

enum plan_policy {
#define POLICY(name, text, help) POLICY_##name,
  PLAN_POLICIES(POLICY)
#undef POLICY
      POLICY_COUNT
};

enum plan_flag {
  PLAN_SHOW_OUTPUT = 1, /* let the program's output through (replay) */
  PLAN_TRAP = 2,    /* raise SIGTRAP where the bug happens, and at the events of stack_at (replay --gdb) */
  PLAN_ENABLED = 4, /* note before each step which threads could go on (shm region `enabled`) */
  PLAN_GO_ON = 8,   /* after the run has ended by a failure of one thread, show what the others would do */
  /* Each read of a visible place gives a new variable (con2colic, definition 4.1: rd(x, r));
   * what flows to it from whom is the explorer's business. Only creation orders threads in the
   * search for shared memory, joining does not. */
  PLAN_FRESH = 16,
  PLAN_UNCOUNTED = 32, /* what the run covers is not to be counted */
  PLAN_WAITING = 64, /* at a deadlock, note the stacks of the waiting threads (shm region `waiting_stack`) */
  /* Note reads of what another thread left, or main before there were threads, also where
   * creation and joining order the two, so that they are not visible (SEEN). */
  PLAN_SEEN = 128,
};

struct plan_run {
  uint32_t thread;
  uint32_t count; /* visible operations */
};

struct plan {
  uint32_t mode;
  uint32_t flags;
  uint32_t input_count;   /* bytes of input[] that are valid */
  uint32_t visible_count; /* entries of the list of visible objects that are in force */
  uint32_t policy;        /* enum plan_policy: after the prefix */
  uint32_t chosen;        /* ONLY, DPOR, ALONE */
  uint32_t depth,
      length; /* PCT; ALONE, RUN_TO_BLOCK, FAIR, DPOR (prefix included): at most so many steps, 0: no limit; FAIR: states are
                    compared from step `depth` behind the prefix on */
  uint64_t seed;                  /* RANDOM, PCT */
  uint32_t stack_at[PLAN_STACKS]; /* events whose stacks are wanted; UINT32_MAX: none */
  uint32_t run_count;             /* schedule prefix */
  uint32_t postponed_count;
  uint32_t postponed[PLAN_POSTPONED_MAX];
  struct plan_run run[PLAN_RUNS_MAX];
  uint8_t input[PLAN_INPUT_MAX];
};

#endif
