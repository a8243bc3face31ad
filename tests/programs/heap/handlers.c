/* A function in an object. */
#include <assert.h>
#include <cute.h>

struct handler {
  int argument;
  int (*apply)(int);
};

int thrice(int n) { return 3 * n; }

int main(void) {
  struct handler *h;
  CUTE_input(h);
  if (h && h->argument == 5 && h->apply) assert(h->apply(h->argument) != 15); // BUG: assert in main
  return 0;
}
