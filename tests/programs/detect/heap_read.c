#include <raddle.h>
#include <stdlib.h>

static int nth(const int *v, unsigned i) {
  return v[i]; // BUG: heap-overflow in nth
}

int main(void) {
  int *v = calloc(10, sizeof *v);
  unsigned i = raddle_uint("i");
  int x = i <= 10 ? nth(v, i) : 0;
  free(v);
  return x == 12345;
}
