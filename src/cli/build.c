#include "cli/build.h"
#include "base/clock.h"
#include "base/die.h"
#include "base/installed.h"
#include "base/rlimit.h"
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

#define LOOK 2000     /* microseconds between two looks at the clock */
#define LAST_WORD 0.3 /* seconds that the compiler has to clean up when it is to end */
enum { STOPPED = -1 };

static bool has_ended(pid_t child, int *status) {
  pid_t ended = waitpid(child, status, WNOHANG);
  return ended == child || (ended < 0 && errno != EINTR);
}

static int end_compiler(pid_t child) {
  int status;
  kill(child, SIGTERM);
  for (double end = clock_now() + LAST_WORD; !has_ended(child, &status); usleep(LOOK))
    if (clock_now() > end) kill(child, SIGKILL);
  return STOPPED;
}

/* Its exit code, or STOPPED. */
static int wait_for(pid_t child, struct stop *stop, double deadline) {
  int status = 0;
  for (; !has_ended(child, &status); usleep(LOOK)) {
    if (deadline > 0 && clock_now() >= deadline) stop_ask(stop, STOP_TIME);
    if (stop_is_wanted(stop)) return end_compiler(child);
  }
  if (stop_is_wanted(stop)) return STOPPED; /* Ctrl-C is for all of the terminal's processes */
  return WIFEXITED(status) ? WEXITSTATUS(status) : 3;
}

static _Noreturn void become_compiler(const char *compiler, char **argv) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  execv(compiler, argv);
  fprintf(stderr, "raddle: cannot run %s: %s; build or install raddle again\n", compiler, strerror(errno));
  _exit(3);
}

static int compile(char **sources, size_t count, const char *program, struct stop *stop, double deadline) {
  char **argv = xcalloc(count + 4, sizeof *argv), *compiler = installed_beside("raddle-cc");
  argv[0] = "raddle-cc";
  memcpy(argv + 1, sources, count * sizeof *argv);
  argv[count + 1] = "-o";
  argv[count + 2] = (char *)(uintptr_t)program;
  fflush(NULL);
  pid_t child = fork();
  if (child < 0) die("cannot start a process: %s", strerror(errno));
  if (child == 0) become_compiler(compiler, argv);
  int code = wait_for(child, stop, deadline);
  free(argv);
  free(compiler);
  return code;
}

char *build_sources(char **sources, size_t count, struct stop *stop, double deadline) {
  const char *parent = getenv("TMPDIR");
  char *dir = xprintf("%s/raddle-XXXXXX", parent && *parent ? parent : "/tmp");
  for (size_t i = 0; i < count; i++)
    if (access(sources[i], R_OK)) die_usage("%s: %s", sources[i], strerror(errno));
  if (!mkdtemp(dir)) die("cannot make a temporary directory %s: %s; set TMPDIR", dir, strerror(errno));
  const char *name = base_name(sources[0]);
  char *program = xprintf("%s/%.*s", dir, (int)strlen(name) - 2, name);
  int code = compile(sources, count, program, stop, deadline);
  if (code) {
    unlink(program);
    rmdir(dir);
    if (code == STOPPED) {
      free(program);
      free(dir);
      return NULL;
    }
    if (code == 3) die("the compiler failed: see the messages above%s", rlimit_list());
    die_usage("%s does not compile: see the messages above%s", count == 1 ? sources[0] : "the program",
              rlimit_list());
  }
  free(dir);
  return program;
}

void build_remove(const char *program) {
  char *folder = xstrdup(program);
  unlink(program);
  *strrchr(folder, '/') = 0;
  rmdir(folder);
  free(folder);
}
