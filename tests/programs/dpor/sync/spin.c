/* Waiting by looking again. CASE 1: a flag. 2: each waits for the other's flag. 3: Peterson. 4: a ticket lock. 5: a
 * value that goes up and comes back. 6: it is never set, or only if the other thread is late. 7: a flag that two set to
 * different values. 8: with sched_yield. 9: a lock by exchange. 10: two wait for one. */
#include <sched.h>
#include <stdatomic.h>
#include "../crew.h"

static atomic_int flag[2], turn, ticket, serving, x;

static void enter(long me) {
  atomic_store(&flag[me], 1);
  atomic_store(&turn, 1 - (int)me);
  while (atomic_load(&flag[1 - me]) && atomic_load(&turn) != me) {}
}

static void *work(void *argument) {
  long me = (long)argument;
#if CASE == 1
  if (me)
    while (!atomic_load(&flag[0])) {}
  else
    atomic_store(&flag[0], 1);
  atomic_fetch_add(&x, 1);
#elif CASE == 2
  atomic_store(&flag[me], 1);
  while (!atomic_load(&flag[1 - me])) {}
  atomic_fetch_add(&x, 1);
#elif CASE == 3
  enter(me);
  atomic_fetch_add(&x, 1);
  atomic_store(&flag[me], 0);
#elif CASE == 4
  int mine = atomic_fetch_add(&ticket, 1);
  while (atomic_load(&serving) != mine) {}
  atomic_fetch_add(&x, 1);
  atomic_fetch_add(&serving, 1);
#elif CASE == 5
  if (me)
    while (!atomic_load(&flag[0])) {}
  else {
    atomic_store(&flag[0], 1);
    atomic_store(&flag[0], 0);
    atomic_store(&flag[0], 2);
  }
#elif CASE == 6
  if (me == 1)
    while (!atomic_load(&flag[0])) {}
  else if (me)
    atomic_store(&flag[1], 1);
  else if (atomic_load(&flag[1]))
    atomic_store(&flag[0], 1);
#elif CASE == 7
  if (me == 2)
    while (atomic_load(&flag[0]) != 2) {}
  else
    atomic_store(&flag[0], (int)me + 1);
#elif CASE == 8
  if (me)
    while (!atomic_load(&flag[0])) sched_yield();
  else
    atomic_store(&flag[0], 1);
#elif CASE == 9
  while (atomic_exchange(&flag[0], 1)) {}
  atomic_fetch_add(&x, 1);
  atomic_store(&flag[0], 0);
#else
  if (me)
    while (!atomic_load(&flag[0])) {}
  else
    atomic_store(&flag[0], 1);
#endif
  return 0;
}

int main(void) {
#if CASE == 7 || CASE == 6 || CASE == 10
  crew(3, work);
#else
  crew(2, work);
#endif
}
