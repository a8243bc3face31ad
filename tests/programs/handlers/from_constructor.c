/* A constructor that fails for one of its inputs, before main. */
#include <assert.h>
#include <raddle.h>

__attribute__((constructor)) static void before(void) {
  assert(raddle_uchar("x") != 77); // BUG: assert in before
}

int main(void) { return 0; }
