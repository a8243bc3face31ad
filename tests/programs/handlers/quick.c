/* quick_exit has handlers of its own, and runs no others. */
#include <assert.h>
#include <raddle.h>
#include <stdlib.h>

static int x;
static void never(void) { assert(0); }
static void after(void) {
  assert(x != 77); // BUG: assert in after
}

int main(void) {
  atexit(never);
  at_quick_exit(after);
  x = raddle_uchar("x");
  quick_exit(0);
}
