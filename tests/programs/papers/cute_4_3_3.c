/* CUTE 4.3.3, non-linear arithmetic. CUTE approximates g(x); bit-vectors need not. Two paths. */
#include <assert.h>
#include <raddle.h>

static int g(int x) { return x * x + (x % 2); }

static void f(int x, int y) {
  int z = g(x);
  if (y == z) assert(!"ERROR"); // BUG: assert in f
}

int main(void) {
  int x = raddle_int("x");
  int y = raddle_int("y");
  f(x, y);
  return 0;
}
