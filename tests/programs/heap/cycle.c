/* The only list that fails is one cell that leads to itself. */
#include <assert.h>
#include <cute.h>

struct cell {
  int v;
  struct cell *next;
};

int main(void) {
  struct cell *p;
  int x;
  CUTE_input(p);
  CUTE_input(x);
  if (x == 7 && p && p->v == 3 && p->next == p) assert(0); // BUG: assert in main
  return 0;
}
