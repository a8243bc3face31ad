/* CUTE 4.3.4, black-box library functions: g is compiled without raddle (cute_4_3_4_g.c). */
#include <assert.h>
#include <raddle.h>

int g(int x);

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
