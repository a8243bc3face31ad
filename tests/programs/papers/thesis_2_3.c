/* Kahkonen's thesis, figure 2.3: needs x == 10 or 11 and x * y == 1452 by wrap-around. Four paths. */
#include <assert.h>
#include <raddle.h>

int main(void) {
  int x = raddle_int("x");
  int y = raddle_int("y");
  if (x > y)
    if (x * y == 1452)
      if (x / 2 == 5) assert(!"ERROR"); // BUG: assert in main
  return 0;
}
