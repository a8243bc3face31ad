#include "cli/build.h"
#include "base/die.h"
#include "base/rlimit.h"
#include "compile/cc.h"
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* In a child, because the compiler may exit and leaves its temporary state behind. Returns its exit code. */
static int compile(char **sources, size_t count, const char *program) {
  char **argv = xcalloc(count + 4, sizeof *argv);
  argv[0] = "raddle-cc";
  memcpy(argv + 1, sources, count * sizeof *argv);
  argv[count + 1] = "-o";
  argv[count + 2] = (char *)(uintptr_t)program;
  int status = 0;
  fflush(NULL);
  pid_t child = fork();
  if (child < 0) die("cannot start a process: %s", strerror(errno));
  if (child == 0) exit(cc_main((int)count + 3, argv));
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  free(argv);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 3;
}

char *build_sources(char **sources, size_t count) {
  const char *parent = getenv("TMPDIR");
  char *dir = xprintf("%s/raddle-XXXXXX", parent && *parent ? parent : "/tmp");
  for (size_t i = 0; i < count; i++)
    if (access(sources[i], R_OK)) die_usage("%s: %s", sources[i], strerror(errno));
  if (!mkdtemp(dir)) die("cannot make a temporary directory %s: %s; set TMPDIR", dir, strerror(errno));
  const char *name = base_name(sources[0]);
  char *program = xprintf("%s/%.*s", dir, (int)strlen(name) - 2, name);
  int code = compile(sources, count, program);
  if (code) {
    unlink(program);
    rmdir(dir);
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
