/* What a reset cannot undo, where no hook sees the callee. */
#include <fcntl.h>
#include <raddle.h>

int (*volatile operation)(const char *, int, ...) = open;

int main(void) {
  int fd = operation("/dev/null", O_RDONLY);
  if (raddle_int("x") == 3) raddle_assert(fd < 1000);
  return 0;
}
