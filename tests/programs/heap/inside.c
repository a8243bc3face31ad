/* The program reaches the object through a pointer into it first. */
#include <assert.h>
#include <cute.h>

struct pair {
  long first;
  int second;
};

int main(void) {
  int *inside;
  struct pair *p;
  CUTE_input(inside);
  CUTE_input(p);
  if (!inside || *inside != 5 || !p || p->first != 6) return 0;
  assert(&p->second != inside); // BUG: assert in main
  return 0;
}
