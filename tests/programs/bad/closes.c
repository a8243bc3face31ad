/* Closes stdout, stderr and every other descriptor it finds. */
#include <assert.h>
#include <raddle.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
  int x = raddle_int("x");
  puts("before");
  fclose(stdout);
  for (int fd = 0; fd < 100; fd++) close(fd);
  assert(x != 77); // BUG: assert in main
  return 0;
}
