#include "report/outdir.h"
#include "base/die.h"
#include "base/rlimit.h"
#include "explore/limits.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
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

/* ---- is it ours? ---- */

static const char *const folders[] = {"tests", "bugs", "report"};

static bool has(int directory, const char *name, mode_t type) {
  struct stat st;
  return !fstatat(directory, name, &st, AT_SYMLINK_NOFOLLOW) && (st.st_mode & S_IFMT) == type;
}

/* Is there nothing but these? False, too, if it cannot be read. */
static bool has_only(int directory, const char *const *names, size_t count) {
  int own = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *d = own >= 0 ? fdopendir(own) : NULL;
  bool is = d;
  for (struct dirent *e; is && (e = readdir(d));) {
    is = !strcmp(e->d_name, ".") || !strcmp(e->d_name, "..");
    for (size_t i = 0; i < count && !is; i++) is = !strcmp(e->d_name, names[i]);
  }
  if (d) closedir(d);
  return is;
}

static bool is_empty(int directory) { return has_only(directory, NULL, 0); }

/* Folders of such names a project may have, too. A campaign that was killed early has no files
 * yet. */
static bool is_ours(int directory) {
  static const char *const first[] = {"tests", "bugs", "report", "program", "summary.json.tmp"};
  if (has(directory, OUTDIR_FUNCTIONS, S_IFREG)) return true;
  for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
    if (!has(directory, folders[i], S_IFDIR)) return false;
  return has(directory, "summary.json", S_IFREG) || has(directory, "state.db", S_IFREG) ||
         has_only(directory, first, sizeof first / sizeof first[0]);
}

static char *plain_name(const char *out) {
  char *plain = xstrdup(out);
  for (size_t n = strlen(plain); n > 1 && plain[n - 1] == '/'; n--) plain[n - 1] = 0;
  return plain;
}

static const char *kind_of(mode_t mode) {
  return S_ISLNK(mode)                    ? "a symbolic link"
         : S_ISREG(mode)                  ? "a file"
         : S_ISCHR(mode) || S_ISBLK(mode) ? "a device"
                                          : "not a directory";
}

static char *refusal(const char *out) {
  static const char advice[] = "choose another --out";
  struct stat st;
  if (!*out) return xprintf("--out names nothing: %s", advice);
  if (lstat(out, &st))
    return errno == ENOENT ? NULL : xprintf("--out %s: %s; %s", out, strerror(errno), advice);
  if (!S_ISDIR(st.st_mode)) return xprintf("--out %s is %s: %s", out, kind_of(st.st_mode), advice);
  int directory = open(out, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (directory < 0) return xprintf("--out %s: %s; %s", out, strerror(errno), advice);
  bool is_fine = is_empty(directory) || is_ours(directory);
  close(directory);
  if (is_fine) return NULL;
  return xprintf("--out %s is a directory that raddle did not make, and it is not empty: %s", out, advice);
}

char *outdir_refusal(const char *out) {
  char *plain = plain_name(out), *why = refusal(plain);
  free(plain);
  return why;
}

/* ---- making it ---- */

static bool is_empty_directory(const char *out) {
  int directory = open(out, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  bool is = directory >= 0 && is_empty(directory);
  if (directory >= 0) close(directory);
  return is;
}

/* Moves an existing directory out of the way. */
static void keep_old(const char *out) {
  struct stat st;
  if (lstat(out, &st) || is_empty_directory(out)) return;
  for (unsigned n = 1;; n++) {
    char *kept = xprintf("%s.%u", out, n);
    bool is_free = lstat(kept, &st) && errno == ENOENT;
    if (is_free && rename(out, kept))
      die("cannot keep the earlier %s as %s (%s): choose another --out", out, kept, strerror(errno));
    free(kept);
    if (is_free) return;
  }
}

/* A fresh, empty directory. */
static char *make_fresh(const char *out) {
  char *plain = plain_name(out);
  make_parents(plain); /* with them "x/../y" means something */
  char *why = refusal(plain);
  if (why) die_usage("%s", why);
  keep_old(plain);
  make(plain);
  return plain;
}

void outdir_create_for_all(const char *out) { free(make_fresh(out)); }

void outdir_create(const char *out) {
  char *plain = make_fresh(out);
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

static bool is_disk_full(struct files *f, size_t size) {
  uint64_t before = atomic_fetch_add(&f->written, size);
  if (before + size <= limit_of(LIMIT_DISK) || limit_of(LIMIT_DISK) == UINT32_MAX) return false;
  errno = ENOSPC;
  return true;
}

static bool write_all(struct files *f, int fd, const char *text, size_t size) {
  if (is_disk_full(f, size)) return false;
  while (size) {
    ssize_t n = write(fd, text, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    text += n, size -= (size_t)n;
  }
  return true;
}

static bool write_whole(struct files *f, const char *path, const char *text, size_t size) {
  char *temporary = xprintf("%s.tmp", path);
  int fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  bool is_written = fd >= 0 && write_all(f, fd, text, size);
  int error = errno;
  if (fd >= 0 && (close(fd) || !is_written || rename(temporary, path))) {
    if (is_written) error = errno;
    is_written = false;
    unlink(temporary);
  }
  free(temporary);
  errno = error;
  return is_written;
}

void file_failed(struct files *f, const char *path) {
  if (atomic_exchange(&f->has_failed, true)) return;
  char *limit = rlimit_blame(errno);
  fprintf(stderr, "raddle: cannot write %s (%s)%s\n", path, strerror(errno), limit);
  free(limit);
}

bool file_write(struct files *f, const char *path, const char *text, size_t size) {
  bool is_written = write_whole(f, path, text, size);
  if (!is_written) file_failed(f, path);
  return is_written;
}
