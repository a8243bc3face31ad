/* CUTE and jCUTE (journal version), figure 1. The list cell is a local with symbolic fields; whether p is null and
 * whether the list is a loop are inputs too, so the program has five paths. */
#include <assert.h>
#include <raddle.h>
#include <stddef.h>

typedef struct cell {
  int v;
  struct cell *next;
} cell;

static int f(int v) { return 2 * v + 1; }

static int testme(cell *p, int x) {
  if (x > 0)
    if (p != NULL)
      if (f(x) == p->v)
        if (p->next == p) assert(!"ERROR"); // BUG: assert in testme
  return 0;
}

int main(void) {
  cell c = {raddle_int("p->v"), NULL};
  int x = raddle_int("x");
  cell *p = NULL;
  if (x > 0 && raddle_int("p") != 0) {
    p = &c;
    if (f(x) == c.v && raddle_int("p->next") != 0) c.next = p;
  }
  return testme(p, x);
}
