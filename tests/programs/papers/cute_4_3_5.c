/* CUTE 4.3.5, lazy initialization. By wrap-around arithmetic -3 reaches the first error, 10 the second: three paths. */
#include <assert.h>
#include <raddle.h>

static void f(int x) {
  int z = x * x + (x % 2);
  if (z == 8) assert(!"ERROR 1");
  if (x == 10) assert(!"ERROR 2"); // BUG: assert in f
}

int main(void) {
  f(raddle_int("x"));
  return 0;
}
