/* read(): from symbolic stdin (stdin.c), or from whatever the descriptor stands for. In a file
 * of its own: functions beside variables are one step, and this one may have to wait. */
#include "model.h"
#include "outside.h"
#include <unistd.h>

ssize_t MODEL(read)(int fd, void *to, size_t n) {
  if (fd == STDIN_FILENO && __raddle_stdin_available()) return __raddle_stdin_read(to, n);
  __raddle_outside_read("read", fd == STDIN_FILENO);
  __raddle_io_take(fd, n, "read");
  touch(to, n, true);
  ssize_t got = read(fd, to, n);
  if (got > 0) forget_shadow(to, got);
  __raddle_io_taken();
  return got;
}
