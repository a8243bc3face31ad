#include <raddle.h>
#include <stddef.h>

struct node {
  int value;
  struct node *next;
};

static int last(const struct node *n, int steps) {
  while (steps-- > 0) n = n->next;
  return n->value; // BUG: null-deref in last
}

int main(void) {
  struct node b = {2, NULL}, a = {1, &b};
  int steps = raddle_int("steps");
  raddle_assume(steps >= 0 && steps <= 2);
  return last(&a, steps) == 7;
}
