/* Writes wildly: far past a heap block, over the stack, through made-up pointers. */
#include <assert.h>
#include <raddle.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  int x = raddle_int("x");
  char *volatile block = malloc(16), *volatile other = malloc(16);
  if (x == 1) memset(block, 0x55, 100000);
  if (x == 2)
    for (int i = 0; i < 100000; i++) block[i * 8] = (char)i;
  if (x == 3)
    for (uintptr_t p = 0x1000; p < 0x800000000000; p = p * 3 + 8) *(volatile char *)p = 1;
  if (x == 4) memset((char *)&x - 5000, 0x77, 10000);
  if (x == 5) memset(other - 4096, 0, 8192);
  if (x == 6) *(volatile uint64_t *)((uintptr_t)block ^ 0x10000000) = 0;
  assert(x != 77); // BUG: assert in main
  free(block);
  free(other);
  return 0;
}
