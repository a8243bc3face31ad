/* Kahkonen's thesis, figure 2.1: the error is reachable in both rounds of the loop. Three paths. */
#include <assert.h>
#include <raddle.h>

int main(void) {
  int i = 0;
  while (i < 2) {
    int x = raddle_int("x");
    x = x + 5;
    if (x == i) assert(!"ERROR"); // BUG: assert in main
    i = i + 1;
  }
  return 0;
}
