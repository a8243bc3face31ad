#include "base/child.h"
#include "base/clock.h"
#include "base/die.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define LOOK 2000     /* microseconds between two looks at the clock */
#define LAST_WORD 0.3 /* seconds that a child has to clean up when it is to end */

static int code_of(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 3; }

bool child_has_ended(pid_t child, int *code) {
  int status = 0;
  pid_t ended = waitpid(child, &status, WNOHANG);
  if (ended != child && (ended == 0 || errno == EINTR)) return false;
  *code = code_of(status);
  return true;
}

bool child_is_to_stop(struct stop *stop, double deadline) {
  if (stop && deadline > 0 && clock_now() >= deadline) stop_ask(stop, STOP_TIME);
  return stop_is_wanted(stop);
}

void child_end(pid_t child, double patience) {
  int code;
  kill(child, SIGTERM);
  for (double last = clock_now() + patience; !child_has_ended(child, &code); usleep(LOOK))
    if (clock_now() > last) kill(child, SIGKILL);
}

static int end(pid_t child) {
  child_end(child, LAST_WORD);
  return CHILD_STOPPED;
}

int child_wait(pid_t child, struct stop *stop, double deadline) {
  int code = 0;
  for (; !child_has_ended(child, &code); usleep(LOOK))
    if (child_is_to_stop(stop, deadline)) return end(child);
  return stop_is_wanted(stop) ? CHILD_STOPPED : code; /* Ctrl-C is for all of the terminal's processes */
}

static void print_to(const char *file) {
  int fd = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) return;
  dup2(fd, STDOUT_FILENO);
  dup2(fd, STDERR_FILENO);
}

static _Noreturn void become(const char *program, char *const *argv) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  execv(program, argv);
  fprintf(stderr, "raddle: cannot run %s: %s; build or install raddle again\n", program, strerror(errno));
  _exit(3);
}

pid_t child_start(const char *program, char *const *argv, int *output, const char *errors) {
  int ends[2] = {-1, -1};
  if (output && pipe2(ends, O_CLOEXEC)) die("cannot make a pipe: %s", strerror(errno));
  fflush(NULL);
  pid_t child = fork();
  if (child < 0) die("cannot start a process: %s", strerror(errno));
  if (child == 0) {
    if (output) dup2(ends[1], STDOUT_FILENO), close(ends[0]), close(ends[1]);
    if (errors) print_to(errors);
    become(program, argv);
  }
  if (!output) return child;
  close(ends[1]);
  *output = ends[0];
  return child;
}
