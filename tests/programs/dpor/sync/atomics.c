/* Atomics. CASE 1: additions, and who sees what. 2: a compare-exchange in a loop. 3: only one of three succeeds. 4: a
 * stack. 5: stores and loads of two variables (nobody reads both old: sequential consistency). 6: no atomics, but bytes
 * and halves of one word. 7: a weak compare-exchange. */
#include <assert.h>
#include <stdatomic.h>
#include "../crew.h"

struct node {
  struct node *next;
};
static atomic_int x, y, seen[3];
static _Atomic(struct node *) top;
static struct node node[2];
static union {
  unsigned char byte[4];
  unsigned short half[2];
} word;

static void *work(void *argument) {
  long me = (long)argument;
#if CASE == 1
  int old = atomic_fetch_add(&x, 1);
  if (old == 1) atomic_fetch_sub(&y, 1);
#elif CASE == 2
  int old = atomic_load(&x);
  while (!atomic_compare_exchange_strong(&x, &old, 2 * old + 1)) {}
#elif CASE == 3
  int expected = 0;
  if (atomic_compare_exchange_strong(&x, &expected, (int)me + 1)) atomic_store(&y, 1);
#elif CASE == 4
  node[me].next = atomic_load(&top);
  while (!atomic_compare_exchange_strong(&top, &node[me].next, &node[me])) {}
#elif CASE == 5
  atomic_store(me ? &x : &y, 1);
  seen[me] = 1 + atomic_load(me ? &y : &x);
#elif CASE == 6
  word.byte[me] = 1;
  if (word.half[me == 0]) word.half[1] = 5;
#else
  int expected = (int)me;
  while (!atomic_compare_exchange_weak(&x, &expected, (int)me + 1) && expected != 2) expected = (int)me;
#endif
  return 0;
}

int main(void) {
#if CASE == 1 || CASE == 3
  crew(3, work);
#else
  crew(2, work);
#endif
#if CASE == 5
  assert(seen[0] + seen[1] > 2);
#endif
}
