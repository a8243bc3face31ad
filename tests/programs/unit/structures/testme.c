/* Programs of "CUTE and jCUTE" (Sen, Marinov, Agha): figure 1, section 4.1.6's two, section 4.3.1's. */
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

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

/* CUTE makes no p == q here: no condition asks for it. */
int through_alias(int *p, int *q) {
  if (p == NULL || q == NULL) return 0;
  *p = 0;
  *q = 1;
  assert(*p != 1); // BUG: assert in through_alias
  return 1;
}

/* And no other i than j. */
void through_index(int *a, unsigned i, unsigned j) {
  if (a == NULL || i >= 4 || j >= 4) return;
  a[i] = 0;
  a[j] = 1;
  if (a[i] == 0) exit(1);
  exit(2);
}

/* Section 4.3.1: a member is overwritten through a pointer to the whole. */
struct foo {
  int i;
  char c;
};
static void *fill(void *s, char c, size_t n) {
  for (size_t i = 0; i < n; i++) ((char *)s)[i] = c;
  return s;
}
void through_cast(struct foo *a) {
  if (a && a->c == 1) {
    fill(a, 0, sizeof *a);
    if (a->c != 1) abort(); // the paper's ERROR
  }
}
