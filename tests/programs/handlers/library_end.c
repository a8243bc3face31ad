/* With -DLIBRARY a shared library whose destructor sees what the program's has left; else the program. */
#include <assert.h>
#include <raddle.h>

extern int late;
#ifdef LIBRARY
int late;
__attribute__((destructor)) static void after(void) { assert(late != 78); }
#else
__attribute__((destructor)) static void before_it(void) { late++; }

int main(void) {
  late = raddle_uchar("x");
  return 0;
}
#endif
