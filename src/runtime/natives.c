/* NATIVE functions of wire/calls.def: what the program calls instead of the library's functions
 * that end or multiply a process. Outside a run they are the library's. */
#include "runtime/state.h"
#include "runtime/build.h"
#include "runtime/identity.h"
#include "runtime/threads/native.h"
#include "runtime/threads/signals.h"
#include <assert.h>
#include <err.h>
#include <errno.h>
#include <error.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

static _Noreturn void end_run(const void *self, int code, enum exit_way way) {
  run_decide_code(code, call_argument(call_take(self), 0));
  run_exit(code, way);
}

_Noreturn void __raddle_do_exit(int code) {
  if (run_active) end_run(__raddle_do_exit, code, EXIT_NORMALLY);
  exit(code);
}

_Noreturn void __raddle_do__exit(int code) {
  if (run_active) end_run(__raddle_do__exit, code, EXIT_AT_ONCE);
  _exit(code);
}

_Noreturn void __raddle_do__Exit(int code) {
  if (run_active) end_run(__raddle_do__Exit, code, EXIT_AT_ONCE);
  _exit(code);
}

_Noreturn void __raddle_do_quick_exit(int code) {
  if (run_active) end_run(__raddle_do_quick_exit, code, EXIT_QUICKLY);
  quick_exit(code);
}

/* A message, then exit. */
#define WITH_MESSAGE(name, says)                                                                             \
  _Noreturn void __raddle_do_##name(int code, const char *format, ...) {                                     \
    va_list list;                                                                                            \
    va_start(list, format);                                                                                  \
    says(format, list);                                                                                      \
    va_end(list);                                                                                            \
    if (run_active) end_run(__raddle_do_##name, code, EXIT_NORMALLY);                                        \
    exit(code);                                                                                              \
  }                                                                                                          \
  _Noreturn void __raddle_do_v##name(int code, const char *format, va_list list) {                           \
    says(format, list);                                                                                      \
    if (run_active) end_run(__raddle_do_v##name, code, EXIT_NORMALLY);                                       \
    exit(code);                                                                                              \
  }
WITH_MESSAGE(err, vwarn)
WITH_MESSAGE(errx, vwarnx)

void __raddle_do_error(int code, int number, const char *format, ...) {
  expr_id s = run_active ? call_argument(call_take(__raddle_do_error), 0) : 0;
  va_list list;
  fflush(stdout);
  if (error_print_progname)
    error_print_progname();
  else
    fprintf(stderr, "%s: ", program_invocation_name);
  va_start(list, format);
  vfprintf(stderr, format, list);
  va_end(list);
  fprintf(stderr, number ? ": %s\n" : "\n", strerror(number));
  error_message_count++;
  if (s) record_path(EV_BRANCH, expr_binary(EX_EQ, s, expr_const(expr_width(s), 0)), !code, HOT->site, 0);
  if (!code) return;
  if (run_active) run_decide_code(code, s);
  if (run_active) run_exit(code, EXIT_NORMALLY);
  exit(code);
}

/* A handler may prevent the end of the process, since a handler need not return. */
_Noreturn void __raddle_do_abort(void) {
  siginfo_t info = signal_info(SIGABRT, SI_TKILL);
  if (run_active && !signal_ends_process(SIGABRT)) signal_handle(&info);
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
  /* In a shared library the stack tells nothing. */
  bool is_program = program_made_call((uint64_t)__builtin_return_address(0));
  run_bug(BUG_ASSERT, is_program ? NULL : HOT->site, 0, "assertion `%s' failed", expression);
}

_Noreturn void __raddle_do___assert(const char *expression, const char *file, int line) {
  __raddle_do___assert_fail(expression, file, line, NULL);
}

/* The program's own reach_error() or __VERIFIER_error() was called. By hand it does what the
 * program says. */
void __raddle_error_reached(const char *function) {
  char text[64];
  if (!run_active) return;
  snprintf(text, sizeof text, "%s() was called", function);
  run_bug_of_caller(BUG_REACH_ERROR, __builtin_frame_address(0), text);
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

/* In a new process there is only the thread that called fork. */
static void stay_alone(void) {
  struct sched_state *s = &ST->sched;
  while (s->alive_count > 1) {
    struct thread *t = &ST->thread[s->alive[s->alive[0] == s->current]];
    t->state = THREAD_UNUSED;
    sched_remove(t);
  }
}

/* The run goes on in the parent only; the new process does its work unseen, and the verdict says
 * so. */
static pid_t fork_as(const char *function) {
  outside_fork(function);
  record_external(function, HOT->site);
  pid_t pid = fork();
  if (pid > 0) io_forked();
  if (pid) return pid;
  server_detach();
  stay_alone();
  signal_tell_kernel();
  return 0;
}

pid_t __raddle_do_fork(void) { return run_active ? fork_as("fork") : fork(); }
pid_t __raddle_do_vfork(void) { return run_active ? fork_as("vfork") : fork(); }

/* Signals the program sends itself: one that would end it is an outcome, and here the place is
 * known. */

static bool is_harmless(int number) {
  switch (number) {
  case SIGCHLD:
  case SIGCONT:
  case SIGURG:
  case SIGWINCH: return true;
  default: return false;
  }
}

static bool stops_process(int number) {
  switch (number) {
  case SIGSTOP:
  case SIGTSTP:
  case SIGTTIN:
  case SIGTTOU: return true;
  default: return false;
  }
}

bool signal_ends_process(int number) {
  struct sigaction now;
  if (is_harmless(number) || stops_process(number) || sigaction(number, NULL, &now)) return false;
  return now.sa_handler == SIG_DFL || fault_handles(&now);
}

bool signal_is_ignored(int number) {
  struct sigaction now;
  if (sigaction(number, NULL, &now)) return false;
  return now.sa_handler == SIG_IGN || (now.sa_handler == SIG_DFL && is_harmless(number));
}

int signal_raise(int number, const char *function) {
  if (ST->server.role == ROLE_DETACHED) return raise(number);
  if (number == SIGABRT && signal_ends_process(number))
    run_bug(BUG_ABORT, NULL, 0, "%s(SIGABRT) was called", function);
  if (signal_ends_process(number))
    run_bug(BUG_SIGNAL, NULL, 0, "%s(%d) was called: %s", function, number, strsignal(number));
  outside_fork(function);
  if (stops_process(number)) return raise(number);
  siginfo_t info = signal_info(number, strcmp(function, "kill") ? SI_TKILL : SI_USER);
  signal_handle(&info);
  return 0;
}

siginfo_t signal_info(int number, int code) {
  return (siginfo_t){.si_signo = number, .si_code = code, .si_pid = IDENTITY_PID, .si_uid = getuid()};
}

static void call_handler(const struct sigaction *a, const siginfo_t *given) {
  siginfo_t info = *given;
  ucontext_t context;
  outside_callback((const void *)(uintptr_t)a->sa_handler);
  HOT->callee = NULL;
  if (!(a->sa_flags & SA_SIGINFO)) return a->sa_handler(info.si_signo);
  getcontext(&context);
  a->sa_sigaction(info.si_signo, &info, &context);
}

/* Called as a function: while the kernel runs a handler it holds the signal back from all
 * threads. */
void signal_handle(const siginfo_t *info) {
  struct pthread_part *p = &thread_self()->posix;
  struct handling here = {p->handling, p->blocked_signals};
  struct sigaction a;
  int number = info->si_signo;
  uint64_t more;
  p->handled_signals++;
  if (sigaction(number, NULL, &a) || a.sa_handler == SIG_DFL || a.sa_handler == SIG_IGN) return;
  if (a.sa_flags & SA_RESETHAND) signal(number, SIG_DFL);
  memcpy(&more, &a.sa_mask, sizeof more);
  p->handling = &here;
  p->blocked_signals |= more | (a.sa_flags & SA_NODEFER ? 0 : signal_bit(number));
  signal_tell_kernel();
  call_handler(&a, info);
  p = &thread_self()->posix;
  p->handling = here.outer;
  signal_set_mask(here.mask);
}

/* What the only thread blocks waits in the kernel, where whatever takes signals finds it. */
int signal_raise_here(int number, const char *function) {
  struct thread *t = thread_self();
  if (number <= 0 || number >= NSIG || !signal_is_blocked(t, number)) return signal_raise(number, function);
  outside_fork(function);
  if (!sched_has_threads()) return raise(number);
  if (!signal_is_ignored(number)) t->posix.pending_signals |= signal_bit(number);
  return 0;
}

int __raddle_do_raise(int number) {
  if (!run_active) return raise(number);
  NATIVE_TAKE(__raddle_do_raise, (uint32_t)number);
  return ST->server.role == ROLE_DETACHED ? raise(number) : signal_raise_here(number, "raise");
}

/* To the program itself: as raise does. Others are not part of the run. */
int __raddle_do_kill(pid_t pid, int number) {
  if (!run_active) return kill(pid, number);
  NATIVE_TAKE(__raddle_do_kill, (uint64_t)(uint32_t)pid, (uint32_t)number);
  if (ST->server.role == ROLE_DETACHED) return kill(pid == IDENTITY_PID ? getppid() : pid, number);
  if (pid == IDENTITY_PID && !number) return 0;
  if (pid == IDENTITY_PID && number > 0 && number < NSIG) return signal_send_process(number);
  outside_fork("kill");
  record_external("kill", HOT->site);
  return kill(pid, number);
}

/* With a value. To itself it is the kernel's, as far as there is one thread; else the value is
 * lost. */
int __raddle_do_sigqueue(pid_t pid, int number, const union sigval value) {
  if (!run_active) return sigqueue(pid, number, value);
  bool is_self = pid == IDENTITY_PID && ST->server.role != ROLE_DETACHED;
  expr_id s = call_argument(call_take(__raddle_do_sigqueue), 2);
  outside_fork("sigqueue");
  if (!is_self || s || sched_has_threads()) record_external("sigqueue", HOT->site);
  if (!is_self) return sigqueue(pid == IDENTITY_PID ? getppid() : pid, number, value);
  if (number <= 0 || number >= NSIG || signal_is_ignored(number)) return sigqueue(getpid(), number, value);
  if (sched_has_threads() || signal_ends_process(number)) return signal_send_process(number);
  if (signal_is_blocked(thread_self(), number)) return sigqueue(getpid(), number, value);
  siginfo_t info = signal_info(number, SI_QUEUE);
  info.si_value = value;
  signal_handle(&info);
  return 0;
}
