#include "compile/cc_run.h"
#include "base/die.h"
#include "base/installed.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static char temp_dir[256];
static words kept;

char *keep(char *text) {
  vec_push(&kept, text);
  return text;
}

static void remove_temps(void) {
  DIR *dir = opendir(temp_dir);
  if (!dir) return;
  for (struct dirent *e; (e = readdir(dir));) unlinkat(dirfd(dir), e->d_name, 0);
  closedir(dir);
  rmdir(temp_dir);
}

char *temp_path(const char *suffix) {
  static int count;
  if (!temp_dir[0]) {
    const char *base = getenv("TMPDIR");
    snprintf(temp_dir, sizeof temp_dir, "%s/raddle-cc-XXXXXX", base && *base ? base : "/tmp");
    if (!mkdtemp(temp_dir)) die("cannot make a directory in %s: %s", base ? base : "/tmp", strerror(errno));
    atexit(remove_temps);
  }
  return keep(xprintf("%s/%d%s", temp_dir, count++, suffix));
}

char *resource(const char *name) { return keep(installed_resource(name)); }

bool can_find(const char *program) {
  const char *path = getenv("PATH");
  for (size_t n; path; path = path[n] ? path + n + 1 : NULL) {
    n = strcspn(path, ":");
    char *file = keep(xprintf("%.*s/%s", (int)n, path, program));
    if (!access(file, X_OK)) return true;
  }
  return false;
}

static void redirect(int to, const char *path) {
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (fd < 0) die("cannot write %s: %s", path, strerror(errno));
  dup2(fd, to);
  close(fd);
}

static void show(const words *command) {
  for (size_t i = 0; i < command->count; i++) fprintf(stderr, " \"%s\"", command->at[i]);
  fputc('\n', stderr);
}

/* ---- running ---- */

static volatile sig_atomic_t running, is_asked_to_end;

static void pass_on(int signal) {
  is_asked_to_end = signal;
  if (running > 0) kill(running, signal);
}

/* With signals blocked: when SIGTERM comes, either the child is known, or no child will be
 * started. */
static pid_t start(const words *command, const char *errors, const sigset_t *mask) {
  pid_t pid = fork();
  if (pid < 0) die("cannot start %s: %s", command->at[0], strerror(errno));
  if (pid) return pid;
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  signal(SIGTERM, SIG_DFL);
  sigprocmask(SIG_SETMASK, mask, NULL);
  if (errors) redirect(2, errors);
  execvp(command->at[0], (char *const *)command->at);
  fprintf(stderr, "raddle: cannot run %s: %s; is it installed?\n", command->at[0], strerror(errno));
  _exit(127);
}

static int wait_for(pid_t pid) {
  int status;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Ctrl-C is for the child, and SIGTERM is passed on to it; we clean up after it. */
int run(words *command, const char *errors, bool is_verbose) {
  sigset_t ends, mask;
  if (is_verbose) show(command);
  vec_push(command, NULL);
  fflush(NULL);
  sigemptyset(&ends);
  sigaddset(&ends, SIGTERM);
  sigaddset(&ends, SIGINT);
  signal(SIGTERM, pass_on);
  sigprocmask(SIG_BLOCK, &ends, &mask);
  running = is_asked_to_end ? 0 : start(command, errors, &mask);
  void (*old)(int) = signal(SIGINT, SIG_IGN);
  sigprocmask(SIG_SETMASK, &mask, NULL);
  int code = running ? wait_for(running) : 128 + is_asked_to_end;
  running = 0;
  signal(SIGINT, old);
  vec_free(command);
  return code;
}
