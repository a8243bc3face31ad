#include <raddle.h>
#include <stdint.h>

int main(void) {
  int x = raddle_int("x");
  volatile int *p = (volatile int *)(uintptr_t)0x123456789000;
  if (x == 3) *p = 1; // BUG: segv in main
  return 0;
}
