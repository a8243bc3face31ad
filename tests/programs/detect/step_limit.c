#include <raddle.h>

static unsigned spin(unsigned x) {
  unsigned steps = 0;
  while (x != 1) {
    x = x % 2 ? x + 2 : x / 2;
    steps++;
  }
  return steps;
}

int main(void) {
  unsigned x = raddle_uint("x");
  raddle_assume(x >= 2 && x <= 9);
  return spin(x) == 1000;
}
