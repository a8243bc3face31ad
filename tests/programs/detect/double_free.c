#include <raddle.h>
#include <stdlib.h>

static void close_it(char *buffer) {
  free(buffer); // BUG: double-free in close_it
}

int main(void) {
  char *buffer = malloc(16);
  int error = raddle_int("error");
  if (error == -1) close_it(buffer);
  close_it(buffer);
  return 0;
}
