/* Starting the program, handing it plans, noticing when it dies or hangs.
 *
 * The program's server (runtime/server.c) does the running; this side owns the memfd, the server process and the
 * clock. Invariant: between calls no plan is outstanding (wanted == finished), unless the server is dead, and
 * then the next target_run starts a new one on the same memfd: expressions and coverage survive. */
#include "explore/target.h"
#include "base/die.h"
#include "wire/spin.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define START_TIMEOUT 20.0 /* seconds for constructors and the first handshake */

struct target {
  struct target_options options;
  struct shm *shm;
  int memfd;
  pid_t server;
  bool always_fork;
  uint64_t forks;
  struct spin spin;
};

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void futex_wake(_Atomic uint32_t *word) {
  syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

static void futex_wait(_Atomic uint32_t *word, uint32_t while_equal, double seconds) {
  struct timespec t = {.tv_sec = (time_t)seconds,
                       .tv_nsec = (long)(1e9 * (seconds - (double)(time_t)seconds))};
  syscall(SYS_futex, word, FUTEX_WAIT, while_equal, &t, NULL, 0);
}

/* ---- the server process ---- */

static void redirect_output(const char *file) {
  int null = open("/dev/null", O_RDWR);
  int out = file ? open(file, O_WRONLY | O_CREAT | O_APPEND, 0644) : null;
  if (null >= 0) dup2(null, 0);
  if (out >= 0) dup2(out, 1), dup2(out, 2);
}

static void exec_program(struct target *t, pid_t parent) {
  char number[16];
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127); /* the explorer died before prctl took hold */
  if (!t->options.in_foreground)
    setpgid(0, 0); /* Ctrl-C is for the explorer, which then ends the target itself */
  personality(ADDR_NO_RANDOMIZE);
  snprintf(number, sizeof number, "%d", t->memfd);
  setenv(SHM_ENV, number, 1);
  fcntl(t->memfd, F_SETFD, 0);
  if (!t->options.show_output) redirect_output(t->options.output);
  execv(t->options.program, t->options.argv);
  _exit(127);
}

static void configure(struct target *t) {
  struct shm *s = t->shm;
  const struct target_options *o = &t->options;
  s->magic = SHM_MAGIC;
  s->version = SHM_VERSION;
  s->max_loops = o->max_loops;
  s->max_steps = o->max_steps;
  s->sym_stdin = o->sym_stdin;
  s->fuzz_max = o->fuzz_max;
  s->sym_args_count = o->sym_args_count;
  s->sym_args_length = o->sym_args_length;
  s->check_leaks = o->check_leaks;
  s->granularity_sync = o->granularity_sync;
  s->spurious = o->spurious;
  s->reuse_memory = o->reuse_memory;
  s->quit = 0;
  s->status = SHM_STARTING;
  s->finished = s->wanted;
  s->running_pid = 0;
}

static char *why_it_died(int status, const char *program) {
  if (WIFSIGNALED(status))
    return xprintf("%s died in start-up, before main, of signal %d (%s): run it by hand to see why", program,
                   WTERMSIG(status), strsignal(WTERMSIG(status)));
  if (WEXITSTATUS(status) == 127) return xprintf("%s cannot be executed: is it an x86-64 program?", program);
  return xprintf(
      "%s ended (exit code %d) without answering: it is not built with `raddle cc`, or it exits before main",
      program, WEXITSTATUS(status));
}

/* Starts a server on the memfd; false and *why if it does not come up. */
static bool start_server(struct target *t, char **why) {
  configure(t);
  pid_t parent = getpid();
  t->server = fork();
  if (t->server < 0) die("cannot start a process: %s", strerror(errno));
  if (t->server == 0) exec_program(t, parent);
  for (double deadline = now() + START_TIMEOUT; t->shm->status == SHM_STARTING; usleep(200)) {
    int status;
    if (waitpid(t->server, &status, WNOHANG) == t->server) {
      t->server = 0;
      *why = why_it_died(status, t->options.program);
      return false;
    }
    if (now() > deadline) {
      *why = xprintf(
          "%s did not reach main within %.0f seconds: code that runs before it waits or loops "
          "for ever (a constructor, or a library's start-up); run it by hand under a debugger to see where",
          t->options.program, START_TIMEOUT);
      return false;
    }
  }
  if (t->shm->status == SHM_READY) return true;
  *why = xprintf("%s cannot run under raddle: %s", t->options.program, t->shm->failure);
  return false;
}

static void stop_server(struct target *t) {
  if (!t->server) return;
  pid_t running = t->shm->running_pid;
  if (running > 0 && running != t->server) kill(running, SIGKILL);
  kill(-t->server, SIGKILL); /* its group: workers and what the program forked */
  kill(t->server, SIGKILL);
  waitpid(t->server, NULL, 0);
  t->server = 0;
}

/* ---- life ---- */

char **target_argv(const char *program, char *const *arguments) {
  size_t n = 0;
  while (arguments[n]) n++;
  char **argv = xcalloc(n + 2, sizeof *argv);
  argv[0] = (char *)(uintptr_t)program;
  memcpy(argv + 1, arguments, n * sizeof *argv);
  return argv;
}

struct target *target_open(const struct target_options *options, char **why) {
  struct target *t = xcalloc(1, sizeof *t);
  t->options = *options;
  t->memfd = memfd_create("raddle", MFD_CLOEXEC);
  if (t->memfd < 0 || ftruncate(t->memfd, (off_t)SHM_SIZE))
    die("cannot make the shared mapping (%s): is /dev/shm-like memory limited here?", strerror(errno));
  t->shm = mmap(NULL, SHM_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, t->memfd, 0);
  if (t->shm == MAP_FAILED) die("cannot map %lu MB of address space: %s", SHM_SIZE >> 20, strerror(errno));
  if (!start_server(t, why)) {
    target_close(t);
    return NULL;
  }
  t->always_fork = options->always_fork || !t->shm->can_reset;
  return t;
}

void target_close(struct target *t) {
  stop_server(t);
  munmap(t->shm, SHM_SIZE);
  close(t->memfd);
  free(t);
}

/* ---- running a plan ---- */

static void publish(struct target *t) {
  atomic_fetch_add(&t->shm->wanted, 1);
  if (atomic_load(&t->shm->target_sleeps)) futex_wake(&t->shm->wanted);
}

static bool is_done(struct target *t) {
  return atomic_load(&t->shm->finished) == atomic_load(&t->shm->wanted);
}

static bool server_is_alive(struct target *t) {
  int status;
  if (!t->server) return false;
  if (waitpid(t->server, &status, WNOHANG) != t->server) return true;
  t->server = 0;
  return false;
}

static void wait_slowly(struct target *t) {
  struct shm *s = t->shm;
  double deadline = now() + t->options.run_timeout;
  bool was_killed = false, is_stopped = false;
  while (!is_done(t)) {
    uint32_t seen = atomic_load(&s->finished);
    atomic_store(&s->explorer_sleeps, 1);
    if (!is_done(t)) futex_wait(&s->finished, seen, 0.1);
    atomic_store(&s->explorer_sleeps, 0);
    if (is_done(t)) break;
    if (!server_is_alive(t)) return;
    is_stopped = t->options.stop && *t->options.stop;
    if (now() < deadline && !is_stopped) continue;
    if (was_killed) { /* the server itself does not answer */
      stop_server(t);
      return;
    }
    if (s->running_pid > 0) kill(s->running_pid, SIGKILL); /* the server then publishes END_LOST */
    was_killed = true;
    deadline = now() + 2;
  }
  if (was_killed && !is_stopped) {
    s->trace.end = END_BUG;
    s->trace.kind = BUG_STEP_LIMIT;
    s->trace.was_killed = 1;
    snprintf(s->trace.message, sizeof s->trace.message,
             "the run did not end within %g seconds (--run-timeout) and was killed", t->options.run_timeout);
  }
}

static bool spin_done(struct target *t) {
  uint32_t limit = spin_limit(&t->spin);
  bool is_there = is_done(t);
  for (uint32_t i = 0; i < limit && !is_there; i++) {
    __builtin_ia32_pause();
    is_there = is_done(t);
  }
  spin_learn(&t->spin, is_there);
  return is_there;
}

static void wait_done(struct target *t) {
  if (!spin_done(t)) wait_slowly(t);
}

/* One attempt; false if the server died under it. */
static bool attempt(struct target *t) {
  t->shm->plan.mode = t->always_fork ? PLAN_FORK : t->shm->plan.mode;
  if (t->shm->plan.mode == PLAN_FORK) t->forks++;
  publish(t);
  wait_done(t);
  return is_done(t);
}

static void restart(struct target *t) {
  char *why;
  stop_server(t);
  if (!start_server(t, &why)) die("%s", why);
}

static void trace_lost(struct trace *t) {
  memset(t, 0, sizeof *t);
  t->end = END_LOST;
  snprintf(t->message, sizeof t->message, "the program destroyed the process that ran it");
}

const struct trace *target_run(struct target *t) {
  if (!t->server) restart(t);
  uint32_t mode = t->shm->plan.mode;
  bool survived = attempt(t);
  if (!survived) restart(t);
  /* A worker that died may have been a victim of an earlier run in the same process: ask a fresh child. */
  bool is_suspect = !survived || t->shm->trace.end == END_LOST;
  if (t->shm->trace.end == END_NEEDS_FORK) t->always_fork = true;
  if (mode == PLAN_IN_PROCESS && (is_suspect || t->shm->trace.end == END_NEEDS_FORK)) {
    t->shm->plan.mode = PLAN_FORK;
    survived = attempt(t);
    if (!survived) restart(t);
  }
  if (!survived) trace_lost(&t->shm->trace);
  return &t->shm->trace;
}

void target_debug(struct target *t) {
  publish(t);
  while (waitpid(t->server, NULL, 0) < 0 && errno == EINTR) continue;
  t->server = 0;
  if (t->shm->server_pid > 0)
    kill(t->shm->server_pid, SIGKILL); /* the debugger followed the run, not the server */
}

/* ---- views ---- */

struct shm *target_shm(struct target *t) { return t->shm; }
struct plan *target_plan(struct target *t) { return &t->shm->plan; }
const char *target_string(struct target *t, uint32_t offset) { return shm_strings(t->shm) + offset; }
uint64_t target_forks(struct target *t) { return t->forks; }
bool target_always_forks(struct target *t) { return t->always_fork; }

struct expr_store target_exprs(struct target *t) {
  return (struct expr_store){.node = shm_node(t->shm),
                             .value = shm_value(t->shm),
                             .table = shm_pool(t->shm),
                             .count = &t->shm->expr_count,
                             .pool_count = &t->shm->pool_count};
}
