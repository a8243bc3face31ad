#include <cute.h>
#include <assert.h>
#include <stddef.h>
typedef struct cell {
  int v;
  struct cell *next;
} cell;
int f(int v) { return 2 * v + 1; }
int main() {
  cell *p;
  int x;
  CUTE_input(p);
  CUTE_input(x);
  if (x > 0)
    if (p != NULL)
      if (f(x) == p->v)
        if (p->next == p) assert(0);
  return 0;
}
