#include <raddle.h>
#include <stdlib.h>

static char *copy(void) {
  return malloc(32); // BUG: leak in copy
}

int main(void) {
  char *text = copy();
  if (raddle_int("x") == 99) return 0;
  free(text);
  return 0;
}
