#include "cli/build.h"
#include "base/child.h"
#include "base/die.h"
#include "base/installed.h"
#include "base/rlimit.h"
#include "base/vec.h"
#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

bool build_is_source(const char *name) {
  size_t n = strlen(name);
  return n > 2 && !strcmp(name + n - 2, ".c");
}

static int compile(const struct build *b, const char *program) {
  char *compiler = installed_beside("raddle-cc");
  vec(char *) argv = {0};
  vec_push(&argv, "raddle-cc");
  for (const char *const *flag = b->flags; flag && *flag; flag++) vec_push(&argv, (char *)(uintptr_t)*flag);
  vec_append(&argv, b->sources, b->count);
  vec_push(&argv, "-o");
  vec_push(&argv, (char *)(uintptr_t)program);
  vec_push(&argv, NULL);
  int code = child_wait(child_start(compiler, argv.at, NULL, NULL), b->stop, b->deadline);
  vec_free(&argv);
  free(compiler);
  return code;
}

static _Noreturn void refuse(const struct build *b, int code) {
  if (code == 3) die("the compiler failed: see the messages above%s", rlimit_list());
  die_usage("%s does not compile: see the messages above%s",
            b->count == 1 && !b->name ? b->sources[0] : "the program", rlimit_list());
}

char *build_folder(void) {
  const char *parent = getenv("TMPDIR");
  char *folder = xprintf("%s/raddle-XXXXXX", parent && *parent ? parent : "/tmp");
  if (!mkdtemp(folder)) die("cannot make a temporary directory %s: %s; set TMPDIR", folder, strerror(errno));
  return folder;
}

char *build_program(const struct build *b) {
  for (size_t i = 0; i < b->count; i++)
    if (access(b->sources[i], R_OK)) die_usage("%s: %s", b->sources[i], strerror(errno));
  const char *name = b->name ? b->name : base_name(b->sources[0]);
  int length = (int)strlen(name) - (b->name ? 0 : 2);
  char *folder = b->folder ? xstrdup(b->folder) : build_folder();
  char *program = xprintf("%s/%.*s", folder, length, name);
  int code = compile(b, program);
  if (code) {
    build_remove_folder(folder);
    free(program);
    program = NULL;
  }
  free(folder);
  if (code && code != CHILD_STOPPED) refuse(b, code);
  return program;
}

void build_remove_folder(const char *folder) {
  DIR *d = opendir(folder);
  for (struct dirent *e; d && (e = readdir(d));)
    if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0) unlinkat(dirfd(d), e->d_name, 0);
  if (d) closedir(d);
  rmdir(folder);
}

void build_remove(const char *program) {
  char *folder = xstrdup(program);
  *strrchr(folder, '/') = 0;
  build_remove_folder(folder);
  free(folder);
}
