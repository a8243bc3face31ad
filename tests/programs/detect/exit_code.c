#include <raddle.h>
#include <stdlib.h>

static void fail(void) {
  exit(7); // BUG: exit-code in fail
}

int main(void) {
  if (raddle_short("x") == 1000) fail();
  return 0;
}
