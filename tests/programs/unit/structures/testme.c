/* Figure 1 of the CUTE journal paper, its figure 5, and the two programs of section 4.1.6. */
#include <assert.h>
#include <stddef.h>

typedef struct cell {
  int v;
  struct cell *next;
} cell;

static int twice_and_one(int v) { return 2 * v + 1; }

int testme(cell *p, int x) {
  if (x > 0)
    if (p != NULL)
      if (twice_and_one(x) == p->v)
        if (p->next == p) assert(0); // BUG: assert in testme
  return 0;
}

int through_alias(int *p, int *q) {
  if (p == NULL || q == NULL) return 0;
  *p = 0;
  *q = 1;
  assert(*p != 1); // BUG: assert in through_alias
  return 1;
}
