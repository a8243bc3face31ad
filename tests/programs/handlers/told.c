/* A handler is told the exit code. */
#define _DEFAULT_SOURCE
#include <assert.h>
#include <raddle.h>
#include <stdlib.h>

static void after(int code, void *argument) {
  assert(code + *(int *)argument != 77); // BUG: assert in after
}

int main(void) {
  static int one = 1;
  on_exit(after, &one);
  return raddle_uchar("x");
}
