#include <assert.h>
#include <raddle.h>
int main(void) {
  int x = raddle_int("x");
  double d = x * 0.5;
  if (d > 100.25 && d < 100.75) assert(0);
  return 0;
}
