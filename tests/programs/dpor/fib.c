/* SV-COMP's fib_bench, with an observer in place of the assertion. N rounds of each of the two. */
#include <stdatomic.h>
#include "crew.h"

static atomic_int i = 1, j = 1;

static void *work(void *me) {
  if (me == (void *)2) {
    (void)atomic_load(&i);
    (void)atomic_load(&j);
    return 0;
  }
  atomic_int *mine = me ? &j : &i, *other = me ? &i : &j;
  for (int k = 0; k < N; k++) {
    int value = atomic_load(mine);
    value += atomic_load(other);
    atomic_store(mine, value);
  }
  return 0;
}

int main(void) { crew(3, work); }
