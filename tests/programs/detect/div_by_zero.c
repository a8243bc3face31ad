#include <raddle.h>

static int average(int total, int count) {
  return total / count; // BUG: div-by-zero in average
}

int main(void) {
  int count = raddle_int("count");
  return average(100, count - 17) == 3;
}
