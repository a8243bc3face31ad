/* The server process of a target: starting it on the memfd, and noticing when it does not come
 * up or is gone. */
#include "base/clock.h"
#include "base/die.h"
#include "base/rlimit.h"
#include "explore/limits.h"
#include "explore/target_state.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define START_TIMEOUT 20.0 /* seconds for constructors and the first handshake */

static void redirect_output(const char *file) {
  int null = open("/dev/null", O_RDWR);
  int out = file ? open(file, O_WRONLY | O_CREAT | O_APPEND, 0644) : null;
  if (null >= 0) dup2(null, 0);
  if (out >= 0) dup2(out, 1), dup2(out, 2);
}

/* In the child of a process with threads: nothing here may allocate. */
static _Noreturn void exec_program(struct target *t, pid_t parent, char **environment) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127); /* the explorer died before prctl took hold */
  if (!t->options.in_foreground)
    setpgid(0, 0);          /* Ctrl-C is for the explorer, which then ends the target itself */
  signal(SIGPIPE, SIG_DFL); /* that we do not want to hear of these is no business of the program */
  signal(SIGXFSZ, SIG_DFL);
  personality(ADDR_NO_RANDOMIZE);
  fcntl(t->memfd, F_SETFD, 0);
  if (t->common_fd >= 0) fcntl(t->common_fd, F_SETFD, 0);
  if (!t->options.show_output) redirect_output(t->options.output);
  execve(t->options.program, t->options.argv, environment);
  _exit(127);
}

/* Ours, and the descriptors in `setting`; to be freed, not the strings. */
static char **environment_with(char *setting) {
  size_t n = 0;
  while (environ[n]) n++;
  char **copy = xcalloc(n + 2, sizeof *copy);
  copy[0] = setting;
  memcpy(copy + 1, environ, n * sizeof *copy);
  return copy;
}

static char *descriptors(const struct target *t) {
  if (t->common_fd < 0) return xprintf("%s=%d", SHM_ENV, t->memfd);
  return xprintf("%s=%d,%d", SHM_ENV, t->memfd, t->common_fd);
}

static void fork_server(struct target *t) {
  char *setting = descriptors(t), **environment = environment_with(setting);
  pid_t parent = getpid(), server = fork();
  if (server < 0) die("cannot start a process (%s)%s", strerror(errno), rlimit_blame(errno));
  if (server == 0) exec_program(t, parent, environment);
  t->server = server;
  free(environment);
  free(setting);
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
  s->max_objects = o->max_objects;
  s->max_depth = o->max_depth;
  s->max_array = o->max_array;
  s->input_seed = o->input_seed;
  s->sym_args_count = o->sym_args_count;
  s->sym_args_length = o->sym_args_length;
  s->check_leaks = o->check_leaks;
  s->check_exit_code = o->is_code_notable;
  s->granularity_sync = o->granularity_sync;
  s->spurious = o->spurious;
  s->reuse_memory = o->reuse_memory;
  for (int i = 0; i < LIMIT_COUNT; i++) s->limit[i] = limit_of((enum limit)i);
  s->quit = 0;
  s->status = SHM_STARTING;
  s->finished = s->wanted;
  s->running_pid = 0;
  s->batch.count = 0;
}

static char *why_it_died(int status, const char *program) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
    return xprintf("%s cannot be executed: is it an x86-64 program?", program);
  char *limits = rlimit_list(), *why;
  if (WIFSIGNALED(status))
    why = xprintf("%s died in start-up, before main, of signal %d (%s): run it by hand to see why%s", program,
                  WTERMSIG(status), strsignal(WTERMSIG(status)), limits);
  else
    why = xprintf("%s ended (exit code %d) without answering: it is not built with `raddle cc`, or it exits "
                  "before main%s",
                  program, WEXITSTATUS(status), limits);
  free(limits);
  return why;
}

/* True if the server has ended. From then on its number may be another process's, so nobody may
 * be about to kill it. */
static bool reap(struct target *t, int *status) {
  pthread_mutex_lock(&t->reaped);
  bool has_ended = waitpid(t->server, status, WNOHANG) == t->server;
  if (has_ended) t->server = 0;
  pthread_mutex_unlock(&t->reaped);
  return has_ended;
}

bool target_start(struct target *t, char **why) {
  configure(t);
  fork_server(t);
  double own = t->options.start_timeout, limit = own > 0 && own < START_TIMEOUT ? own : START_TIMEOUT;
  for (double deadline = clock_now() + limit; t->shm->status == SHM_STARTING; usleep(200)) {
    int status;
    if (reap(t, &status)) {
      *why = why_it_died(status, t->options.program);
      return false;
    }
    if (target_is_stopped(t)) {
      *why = xprintf("stopped before %s had reached main", t->options.program);
      return false;
    }
    if (clock_now() > deadline) {
      *why = xprintf(
          "%s did not reach main within %.3g seconds: code that runs before it waits or loops "
          "for ever (a constructor, or a library's start-up); run it by hand under a debugger to see where",
          t->options.program, limit);
      return false;
    }
  }
  if (t->shm->status == SHM_READY) return true;
  char *limits = rlimit_list();
  *why = xprintf("%s cannot run under raddle: %s%s", t->options.program, t->shm->failure, limits);
  free(limits);
  return false;
}

void target_stop(struct target *t) {
  if (!t->server) return;
  pid_t running = t->shm->running_pid;
  if (running > 0 && running != t->server) kill(running, SIGKILL);
  target_kill(t);
  target_wait_for_end(t);
}

void target_kill(struct target *t) {
  pthread_mutex_lock(&t->reaped);
  pid_t server = t->server;
  if (server > 0) {
    kill(-server, SIGKILL); /* its group: workers and what the program forked */
    kill(server, SIGKILL);
  }
  pthread_mutex_unlock(&t->reaped);
}

size_t target_processes(const struct target *t, int32_t pids[2]) {
  int32_t server = t->server, running = atomic_load(&t->shm->running_pid);
  size_t n = 0;
  if (server > 0) pids[n++] = server;
  if (server > 0 && running > 0) pids[n++] = running;
  return n;
}

void target_restart(struct target *t) {
  char *why;
  target_stop(t);
  t->options.start_timeout = 0; /* that was for the first start, which has no guard beside it */
  if (target_start(t, &why)) return;
  if (!target_is_stopped(t)) die("%s", why);
  free(why);
}

bool target_is_alive(struct target *t) {
  int status;
  return t->server && !reap(t, &status);
}

void target_wait_for_end(struct target *t) {
  siginfo_t ended;
  while (waitid(P_PID, (id_t)t->server, &ended, WEXITED | WNOWAIT) < 0 && errno == EINTR) continue;
  target_is_alive(t);
}
