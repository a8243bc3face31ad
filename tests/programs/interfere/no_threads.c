/* No threads: 2 * 3 * 2 paths, and an assertion that fails on one of them. */
#include <assert.h>
#include <raddle.h>

int main(void) {
  int a = raddle_uchar("a"), b = raddle_uchar("b"), c = raddle_uchar("c"), sum = 0;
  if (a > 10) sum += 1;
  if (b > 200)
    sum += 20;
  else if (b > 100)
    sum += 10;
  if (c == 5) sum += 100;
  assert(sum != 111);
  return sum > 255;
}
