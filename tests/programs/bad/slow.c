/* Many paths, a bug early and for ever something to do: for limits, Ctrl-C and kill -9. */
#include <assert.h>
#include <raddle.h>

int main(void) {
  unsigned sum = 0;
  for (int i = 0; i < 40; i++) {
    int x = raddle_int("x");
    if (i == 0) assert(x != 12); // BUG: assert in main
    if (x * x % 1013 == i) sum += 3;
    if (x > 100 * i) sum ^= (unsigned)x;
  }
  if (sum % 7 == 1) sum++;
  return sum == 12345;
}
