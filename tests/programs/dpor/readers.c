/* One writes x, N read it: each reads it before or after. */
#include <stdatomic.h>
#include "crew.h"

static atomic_int x;

static void *work(void *me) {
  if (me)
    (void)atomic_load(&x);
  else
    atomic_store(&x, 1);
  return 0;
}

int main(void) { crew(N + 1, work); }
