#include <raddle.h>
#include <stdlib.h>

static void give_up(void) {
  abort(); // BUG: abort in give_up
}

int main(void) {
  unsigned x = raddle_uint("x");
  if (x * 3 == 21) give_up();
  return 0;
}
