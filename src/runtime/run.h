/* One run of the program: begun by the server, ended from anywhere; see run.c. */
#ifndef RADDLE_RUNTIME_RUN_H
#define RADDLE_RUNTIME_RUN_H

#include "runtime/handlers.h"
#include "runtime/rt.h"

#define RUN_LOOPS 10000000L
#define RUN_STACK_TOP (LAYOUT_STACKS + (64UL << 10) + LAYOUT_STACK_SIZE) /* main's: see thread.c */
#define RUN_STACK_START (8UL << 10) /* mapped at first; more when touched */

struct run_state {
  uint64_t server_sp;   /* where context_leave goes */
  uint64_t image_size;  /* argv, envp and their strings, ready to be copied to the top of the stack */
  uint64_t image_start; /* where to; the program's stack grows down from there */
  int argc;
  uint64_t argv, envp; /* addresses on the program's stack */
  uint64_t sym_args;   /* where the symbolic arguments' strings begin */
  uint64_t used_up;    /* loop iterations, with what decisions weigh, of budgets that were used up */
  uint64_t decided;    /* what the decisions of the run weigh */
  uint32_t number;     /* of the run; 0: none has begun */
  uint32_t trapping;
  expr_id s_code; /* shadow of the exit code */
  char image[1 << 20];
};

/* True while the program runs. Plain data is fine here: a reset happens between runs, when the
 * flag is false. */
extern bool run_active RT(run_active);

void run_open(int argc, char **argv, char **envp) RT(run_open);
void run_execute(void) RT(run_execute); /* the plan in the mapping -> the trace in the mapping */
void run_reset(void) RT(run_reset);

struct thread;
/* Ways to end a run. A walk over the frames finds the program counters, unless a signal has
 * given them. */
_Noreturn void run_bug(enum bug_kind, site_ref, uint64_t address, const char *format, ...)
    __attribute__((format(printf, 4, 5))) RT(run_bug);
/* The same with a known site number, where the stack shows nothing. */
_Noreturn void run_bug_at(enum bug_kind, uint32_t site, uint64_t address, const char *text) RT(run_bug_at);
/* The same for the caller of the function whose frame is given. */
_Noreturn void run_bug_of_caller(enum bug_kind, const void *frame, const char *text) RT(run_bug_of_caller);
/* The run has reached a limit: not a bug. */
_Noreturn void run_limit(site_ref, const char *format, ...) __attribute__((format(printf, 2, 3)))
RT(run_limit);
_Noreturn void run_end(enum end_kind, int64_t value, const char *message) RT(run_end);
_Noreturn void run_exit(int code, enum exit_way) RT(run_exit);
/* The program ends with this code, whose shadow is s: with --check exit-code both outcomes are
 * asked for. */
void run_decide_code(int code, expr_id s) RT(run_decide_code);
/* The trace holds the outcome except its end. */
_Noreturn void run_leave(enum end_kind) RT(run_leave);

/* The number of loop iterations that a thread may make before run_loops_on decides whether
 * it goes on. */
static inline int64_t run_first_budget(void) { return SHM->max_loops ? (int64_t)SHM->max_loops : RUN_LOOPS; }
/* The thread has used its budget. The run ends if its decisions weigh as much. Otherwise the
 * thread gets a new budget and others may go on: the clock limits such a run. */
void run_loops_on(site_ref) RT(run_loops_on);

/* Program counters from a frame pointer on; returns how many. */
uint32_t run_walk(uint64_t *pc, uint32_t max, uint64_t frame) RT(run_walk);
/* The same for a thread, without frames of the runtime and of the caller of the thread's first
 * function. */
uint32_t run_stack(const struct thread *, uint64_t *pc, uint32_t max, uint64_t frame) RT(run_stack);
/* A deadlock: the stacks of the threads in region `waiting`, if the plan wants them. */
void run_note_waiting_stacks(void) RT(run_note_waiting_stacks);
/* For a debugger, if the plan wants it to stop (PLAN_TRAP) and there is one. */
void run_trap(void) RT(run_trap);
bool run_on_stack(uint64_t address) RT(run_on_stack); /* the running thread's */

int run_program(int argc, char **argv, char **envp) RT(run_program); /* main or the fuzz target */
bool run_has_entry(void) RT(run_has_entry);                          /* there is one */
expr_id run_program_shadow(void) RT(run_program_shadow);             /* of what it returned */

/* context.S */
void context_enter(uint64_t *saved_sp, uint64_t stack, void (*entry)(void)) RT(context_enter);
_Noreturn void context_leave(uint64_t saved_sp) RT(context_leave);
void context_show(void (*look)(uint64_t sp)) RT(context_show);
void context_switch(uint64_t *saved_sp, uint64_t sp, uint64_t fs) RT(context_switch);

#endif
