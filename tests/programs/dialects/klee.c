/* KLEE style. */
#include <klee/klee.h>
#include <stdlib.h>

static int get_sign(int x) {
  if (x == 0) return 0;
  if (x < 0) return -1;
  return 1;
}

int main(void) {
  int a, small = klee_range(0, 10, "small"), other = klee_int("other");
  char name[4];
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(name, sizeof name, "name");
  klee_assume(name[3] == 0);
  klee_assume(other > 5);
  if (name[0] == 'k' && name[1] == 'l' && get_sign(a) < 0 && small == 9)
    klee_assert(other != 6); // BUG: assert in main
  return 0;
}
