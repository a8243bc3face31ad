#include <raddle.h>

static int clamp(int x) { return x > 10 ? 10 : x; }

int main(void) {
  int x = raddle_int("x");
  raddle_assume(x > -5);
  raddle_assert(clamp(x) >= -3); // BUG: assert in main
  return 0;
}
