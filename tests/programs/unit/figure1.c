/* Figure 1 of the paper on CUTE. */
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

struct cell {
  int v;
  struct cell *next;
};

static int f(int v) { return 2 * v + 1; }

int testme(struct cell *p, int x) {
  if (x > 0)
    if (p != NULL)
      if (f(x) == p->v)
        if (p->next == p) abort(); // BUG: abort in testme
  return 0;
}

/* Random bytes are not values of a bool, and strings end. */
int kinds(bool b, struct cell *const *table, const char *text, unsigned char n) {
  return (b ? 1 : 0) + (table && *table ? 2 : 0) + (text && *text == 'x' ? 4 : 0) + (n == 7 ? 8 : 0);
}
