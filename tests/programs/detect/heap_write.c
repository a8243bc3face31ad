#include <raddle.h>
#include <stdlib.h>

int main(void) {
  char *name = malloc(8);
  int n = raddle_int("n");
  raddle_assume(n >= 0 && n < 12);
  for (int i = 0; i < n; i++) {
    name[i] = 'x'; // BUG: heap-overflow in main
  }
  free(name);
  return 0;
}
