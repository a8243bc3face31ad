/* Loops for ever in code that is not instrumented (a busy signal handler would do the same). */
#include <assert.h>
#include <raddle.h>

void spin(void);

int main(void) {
  int x = raddle_int("x");
  if (x == 5) spin();
  assert(x != 77); // BUG: assert in main
  return 0;
}
