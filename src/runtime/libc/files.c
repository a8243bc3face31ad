/* Functions of the library that tell the runtime about their effects: which memory or stream
 * becomes something else, which file differs from run to run. */
#define _GNU_SOURCE
#include "model.h"
#include "outside.h"
#include <fcntl.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <unistd.h>

static bool is_standard(FILE *f) { return f == stdin || f == stdout || f == stderr; }

static void lose_standard(const char *name) {
  __raddle_outside_fork(name);
  __raddle_outside_redirect();
}

int MODEL(close)(int fd) {
  if ((unsigned)fd <= STDERR_FILENO) lose_standard("close");
  __raddle_io_close(fd);
  return close(fd);
}

int MODEL(fclose)(FILE *f) {
  if (is_standard(f)) lose_standard("fclose");
  __raddle_io_close(fileno(f));
  return fclose(f);
}

/* The library writes to the buffer, without shadows. */
int MODEL(setvbuf)(FILE *restrict f, char *restrict buffer, int mode, size_t size) {
  if (buffer) __raddle_outside_alias("setvbuf");
  return setvbuf(f, buffer, mode, size);
}

void MODEL(setbuf)(FILE *restrict f, char *restrict buffer) {
  if (buffer) __raddle_outside_alias("setbuf");
  setbuf(f, buffer);
}

void MODEL(setbuffer)(FILE *f, char *buffer, size_t size) {
  if (buffer) __raddle_outside_alias("setbuffer");
  setbuffer(f, buffer, size);
}

/* Memory of a file changes with the file, and is read by whoever reads that. Anonymous memory,
 * shared or not, is the program's: who would share it is another process, and those are named. */
void *MODEL(mmap)(void *address, size_t size, int protection, int flags, int fd, off_t offset) {
  __raddle_outside_fork("mmap");
  if (!(flags & MAP_ANONYMOUS)) __raddle_outside_alias("mmap");
  if (!(flags & MAP_ANONYMOUS) && !fd) __raddle_outside_stdin(0, "mmap");
  return mmap(address, size, protection, flags, fd, offset);
}

void *MODEL(mmap64)(void *address, size_t size, int protection, int flags, int fd, off64_t offset) {
  return MODEL(mmap)(address, size, protection, flags, fd, offset);
}

/* The contents of the memory do not matter to these functions. */
int MODEL(munmap)(void *address, size_t size) {
  __raddle_outside_fork("munmap");
  int r = munmap(address, size);
  if (!r) forget_shadow(address, size);
  return r;
}

int MODEL(mprotect)(void *address, size_t size, int protection) {
  __raddle_outside_fork("mprotect");
  return mprotect(address, size, protection);
}

/* Opening. The contents of such a file differ from run to run. */

UNINSTRUMENTED bool is_unsteady(const char *path) {
  static const char *const files[] = {"/dev/urandom", "/dev/random", "/dev/hwrng", NULL};
  for (const char *const *f = files; *f; f++)
    if (!strcmp(path, *f)) return true;
  return !strncmp(path, "/proc/", 6) || !strncmp(path, "/sys/", 5);
}

UNINSTRUMENTED bool is_standard_input(const char *path) {
  return !strcmp(path, "/dev/stdin") || !strcmp(path, "/dev/fd/0") || !strcmp(path, "/dev/tty");
}

static void judge_path(const char *path, const char *name) {
  __raddle_outside_fork(name);
  if (!path) return;
  size_t n = text_size(path);
  if (!is_concrete(path, n)) __raddle_outside_call(name);
  if (is_standard_input(path)) __raddle_outside_stdin(0, name);
  if (is_unsteady(path)) __raddle_outside_call("a file that is another one in every run");
}

#define MODE_OF(flags)                                                                                       \
  mode_t mode = 0;                                                                                           \
  va_list list;                                                                                              \
  va_start(list, flags);                                                                                     \
  if (flags & (O_CREAT | __O_TMPFILE)) mode = va_arg(list, mode_t);                                          \
  va_end(list)

int MODEL(open)(const char *path, int flags, ...) {
  MODE_OF(flags);
  judge_path(path, "open");
  int fd = __raddle_io_open(path, flags);
  return fd != -2 ? fd : open(path, flags, mode);
}

int MODEL(open64)(const char *path, int flags, ...) {
  MODE_OF(flags);
  judge_path(path, "open");
  int fd = __raddle_io_open(path, flags);
  return fd != -2 ? fd : open64(path, flags, mode);
}

int MODEL(openat)(int at, const char *path, int flags, ...) {
  MODE_OF(flags);
  judge_path(path, "openat");
  return openat(at, path, flags, mode);
}

FILE *MODEL(fopen)(const char *restrict path, const char *restrict mode) {
  judge_path(path, "fopen");
  settle_text(mode);
  int how = *mode == 'r' ? O_RDONLY : *mode == 'w' ? O_WRONLY : O_WRONLY | O_APPEND;
  int fd = strchr(mode, '+') ? -2 : __raddle_io_open(path, how);
  if (fd == -1) return NULL;
  return fd >= 0 ? fdopen(fd, mode) : fopen(path, mode);
}

FILE *MODEL(fopen64)(const char *restrict path, const char *restrict mode) {
  return MODEL(fopen)(path, mode);
}

FILE *MODEL(freopen)(const char *restrict path, const char *restrict mode, FILE *restrict f) {
  judge_path(path, "freopen");
  settle_text(mode);
  if (is_standard(f)) __raddle_outside_redirect();
  return freopen(path, mode, f);
}
