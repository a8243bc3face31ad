/* With -DLIBRARY a shared library whose constructor takes an input; else the program that uses it. */
#include <assert.h>
#include <raddle.h>

extern int early;
#ifdef LIBRARY
int early;
__attribute__((constructor)) static void before(void) { early = raddle_uchar("x"); }
#else
int main(void) {
  assert(early != 77);
  return 0;
}
#endif
