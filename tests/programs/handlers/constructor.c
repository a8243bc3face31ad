/* An input that a constructor takes. */
#include <assert.h>
#include <raddle.h>

static int x;
__attribute__((constructor)) static void before(void) { x = raddle_uchar("x"); }

int main(void) {
  assert(x != 77); // BUG: assert in main
  return 0;
}
