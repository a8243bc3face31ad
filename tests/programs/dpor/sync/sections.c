/* What runs as one step. CASE 1: increments in atomic sections. 2: a section against single accesses. 3: sections on
 * different variables. 4: a function whose name says so. 5: sched_yield between the accesses. */
#include <sched.h>
#include "../crew.h"

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static long x, y;

static void __VERIFIER_atomic_both(void) {
  x++;
  y++;
}

static void *work(void *argument) {
  long me = (long)argument;
#if CASE == 1
  __VERIFIER_atomic_begin();
  x++;
  __VERIFIER_atomic_end();
#elif CASE == 2
  if (me) {
    __VERIFIER_atomic_begin();
    x++;
    y++;
    __VERIFIER_atomic_end();
  } else {
    x = 5;
    y = x;
  }
#elif CASE == 3
  __VERIFIER_atomic_begin();
  if (me)
    x++;
  else
    y++;
  __VERIFIER_atomic_end();
  if (me == 2) y = x;
#elif CASE == 4
  __VERIFIER_atomic_both();
  if (!me) x = y;
#else
  x++;
  sched_yield();
  y = x + me;
#endif
  return (void *)me;
}

int main(void) {
#if CASE == 2 || CASE == 4 || CASE == 5
  crew(2, work);
#else
  crew(3, work);
#endif
}
