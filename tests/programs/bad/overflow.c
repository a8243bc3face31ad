/* Overflows its stack, for one input. */
#include <assert.h>
#include <raddle.h>

static int recurse(volatile int *above) {
  volatile int here[100];
  here[0] = *above + 1;
  return recurse(here) + here[0];
}

int main(void) {
  int x = raddle_int("x"), start = 0;
  if (x == 5) return recurse(&start);
  assert(x != 77); // BUG: assert in main
  return 0;
}
