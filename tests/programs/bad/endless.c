/* Loops for ever without doing anything, for one input; and there is a bug to be found for another. */
#include <assert.h>
#include <raddle.h>

int main(void) {
  int x = raddle_int("x");
  if (x == 5)
    for (;;) {}
  assert(x != 77); // BUG: assert in main
  return 0;
}
