/* Code that runs before main and after main; see handlers.c. */
#ifndef RADDLE_RUNTIME_HANDLERS_H
#define RADDLE_RUNTIME_HANDLERS_H

#include "runtime/rt.h"
#include "wire/expr.h"

#define HANDLERS_MAX 1024
#define CONSTRUCTORS_MAX 1024

typedef void constructor(int argc, char **argv, char **envp);

enum exit_way {
  EXIT_AT_ONCE, /* _exit */
  EXIT_QUICKLY, /* quick_exit */
  EXIT_NORMALLY,
  EXIT_WAYS
};

struct handler {
  void (*function)(void *);
  void (*told)(int code, void *); /* of on_exit; then `function` is NULL */
  void *argument;
  expr_id s_argument;
};

struct handlers_state {
  uint32_t constructor_count;
  constructor *constructor[CONSTRUCTORS_MAX]; /* in the order in which they run */
  uint32_t destroyed;                         /* destructors that this run has begun */
  uint32_t libraries_destroyed;               /* shared libraries, the program itself among them */
  struct {
    uint32_t count;
    struct handler at[HANDLERS_MAX];
  } list[EXIT_WAYS];
};

/* Must come before any constructor of the program. Instrumented constructors become part of each
 * run. */
void handlers_take_constructors(void) RT(handlers_take_constructors);
void handlers_reset(void) RT(handlers_reset);
void handlers_construct(int argc, char **argv, char **envp) RT(handlers_construct);
/* Runs the handlers registered for this way to exit, the last first. s: shadow of the exit code. */
void handlers_run(enum exit_way, int code, expr_id s) RT(handlers_run);

#endif
