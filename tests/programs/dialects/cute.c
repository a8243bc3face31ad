/* CUTE style. */
#include <cute.h>

static int f(int v) { return 2 * v + 1; }

int main(void) {
  int x, y[3];
  CUTE_input(x);
  CUTE_input_array(y, 3);
  CUTE_assume(x > 0);
  if (f(x) == y[1]) CUTE_assert(y[2] != x); // BUG: assert in main
  return 0;
}
