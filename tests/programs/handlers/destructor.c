/* A destructor sees what main has left. */
#include <assert.h>
#include <raddle.h>

static int x;
__attribute__((destructor)) static void after(void) {
  assert(x != 77); // BUG: assert in after
}

int main(void) {
  x = raddle_uchar("x");
  return 0;
}
