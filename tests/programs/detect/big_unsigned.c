/* An unsigned 64-bit input beyond the signed range; the failing assertion is the last code of its function. */
#include <assert.h>
#include <raddle.h>

int main(void) {
  unsigned long x = raddle_ulong("x");
  assert(x < 0xf000000000000000); // BUG: assert in main
  return 0;
}
