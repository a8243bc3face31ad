/* NATIVE functions of wire/calls.def: what the program calls instead of the library's functions that end
 * or multiply a process. Outside a run they are the library's. */
#include "runtime/state.h"
#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

_Noreturn void __raddle_do_exit(int code) {
  if (run_active) run_exit(code, true);
  exit(code);
}

_Noreturn void __raddle_do__exit(int code) {
  if (run_active) run_exit(code, false);
  _exit(code);
}

_Noreturn void __raddle_do__Exit(int code) { __raddle_do__exit(code); }

_Noreturn void __raddle_do_quick_exit(int code) {
  if (run_active) run_exit(code, false);
  quick_exit(code);
}

_Noreturn void __raddle_do_abort(void) {
  if (run_active) run_bug(BUG_ABORT, NULL, 0, "abort() was called");
  abort();
}

/* In a replay the user sees what the library would have printed. */
static void show(const char *expression, const char *file, unsigned line, const char *function) {
  if (!ST->server.shows_output) return;
  fflush(stdout);
  fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function ? function : "?", expression);
}

_Noreturn void __raddle_do___assert_fail(const char *expression, const char *file, unsigned line,
                                         const char *function) {
  if (!run_active) __assert_fail(expression, file, line, function);
  show(expression, file, line, function);
  run_bug(BUG_ASSERT, NULL, 0, "assertion `%s' failed", expression);
}

_Noreturn void __raddle_do___assert(const char *expression, const char *file, int line) {
  __raddle_do___assert_fail(expression, file, line, NULL);
}

_Noreturn void __raddle_do_reach_error(void) {
  if (run_active) run_bug(BUG_REACH_ERROR, NULL, 0, "reach_error() was called");
  fprintf(stderr, "reach_error() was called\n");
  abort();
}

_Noreturn void __raddle_do___VERIFIER_error(void) {
  if (run_active) run_bug(BUG_REACH_ERROR, NULL, 0, "__VERIFIER_error() was called");
  fprintf(stderr, "__VERIFIER_error() was called\n");
  abort();
}

static int add_handler(void (*function)(void *), void *argument) {
  struct run_state *r = &ST->run;
  if (r->atexit_count >= RUN_ATEXIT_MAX) return -1;
  r->atexit[r->atexit_count].function = function;
  r->atexit[r->atexit_count++].argument = argument;
  return 0;
}

/* A handler called with an argument it does not take: harmless in the C calling convention of x86-64. */
int __raddle_do_atexit(void (*function)(void)) {
  if (!run_active) return atexit(function);
  return add_handler((void (*)(void *))(uintptr_t)function, NULL);
}

/* The run goes on in the parent only; the new process does its work unseen. */
pid_t __raddle_do_fork(void) {
  if (!run_active) return fork();
  if (ST->server.role == ROLE_WORKER) run_end(END_NEEDS_FORK, 0, "fork");
  pid_t pid = fork();
  if (pid == 0) server_detach();
  return pid;
}

pid_t __raddle_do_vfork(void) { return __raddle_do_fork(); }

/* Signals the program sends itself: one that would end it is an outcome, and here the place is known. */

static bool ends_process(int number) {
  struct sigaction now;
  switch (number) {
  case SIGCHLD:
  case SIGCONT:
  case SIGURG:
  case SIGWINCH:
  case SIGSTOP:
  case SIGTSTP:
  case SIGTTIN:
  case SIGTTOU: return false;
  default: return !sigaction(number, NULL, &now) && (now.sa_handler == SIG_DFL || fault_handles(&now));
  }
}

int __raddle_do_raise(int number) {
  if (!run_active || ST->server.role == ROLE_DETACHED) return raise(number);
  if (number == SIGABRT && ends_process(number)) run_bug(BUG_ABORT, NULL, 0, "raise(SIGABRT) was called");
  if (ends_process(number))
    run_bug(BUG_SIGNAL, NULL, 0, "raise(%d) was called: %s", number, strsignal(number));
  if (ST->server.role == ROLE_WORKER) run_end(END_NEEDS_FORK, 0, "raise");
  return raise(number);
}
