#include "report/outdir.h"
#include "base/die.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static void make(const char *path) {
  if (mkdir(path, 0777) && errno != EEXIST)
    die("cannot make the directory %s (%s): choose another one with --out", path, strerror(errno));
}

static void make_parents(const char *out) {
  char *path = xstrdup(out);
  for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    make(path);
    *slash = '/';
  }
  free(path);
}

/* Moves an existing directory out of the way. */
static void keep_old(const char *out) {
  struct stat st;
  if (lstat(out, &st)) return;
  for (unsigned n = 1;; n++) {
    char *kept = xprintf("%s.%u", out, n);
    bool is_free = lstat(kept, &st) && errno == ENOENT;
    if (is_free && rename(out, kept))
      die("cannot keep the earlier %s as %s (%s): choose another --out", out, kept, strerror(errno));
    free(kept);
    if (is_free) return;
  }
}

void outdir_create(const char *out) {
  static const char *const folders[] = {"tests", "bugs", "report"};
  char *plain = xstrdup(out);
  for (size_t n = strlen(plain); n > 1 && plain[n - 1] == '/'; n--) plain[n - 1] = 0;
  keep_old(plain);
  make_parents(plain);
  make(plain);
  for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
    char *path = xprintf("%s/%s", plain, folders[i]);
    make(path);
    free(path);
  }
  free(plain);
}

/* The descriptor stays open as long as the process lives, and the lock with it. */
bool outdir_lock(const char *out) {
  int fd = open(out, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return true;
  return !flock(fd, LOCK_EX | LOCK_NB) || errno != EWOULDBLOCK;
}

static bool write_all(int fd, const char *text, size_t size) {
  while (size) {
    ssize_t n = write(fd, text, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    text += n, size -= (size_t)n;
  }
  return true;
}

bool file_write(const char *path, const char *text, size_t size) {
  char temporary[4096];
  if (snprintf(temporary, sizeof temporary, "%s.tmp", path) >= (int)sizeof temporary) return false;
  int fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) return false;
  bool is_written = write_all(fd, text, size);
  if (close(fd) || !is_written || rename(temporary, path)) {
    unlink(temporary);
    return false;
  }
  return true;
}
