/* Of the functions that the pointer may hold only one returns what is asked for. */
#include <assert.h>
#include <cute.h>

struct handler {
  int (*apply)(int);
  int argument;
};

int twice(int n) { return n + n; }
int negated(int n) { return -n; }

int main(void) {
  struct handler h;
  CUTE_input(h);
  if (h.apply && h.argument == 21) assert(h.apply(h.argument) != 42); // BUG: assert in main
  return 0;
}
