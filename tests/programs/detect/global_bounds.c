#include <raddle.h>

static int table[10], after[10];

static int look_up(int i) {
  return table[i]; // BUG: out-of-bounds in look_up
}

int main(void) {
  int i = raddle_int("i");
  raddle_assume(i >= 0 && i <= 10);
  return look_up(i) + after[0];
}
