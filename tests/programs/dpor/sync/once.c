/* pthread_once. CASE 1: two threads, the routine takes two steps. 2: three threads and one that reads what it makes. 3:
 * two routines, in different orders. */
#include <stdatomic.h>
#include "../crew.h"

static pthread_once_t once = PTHREAD_ONCE_INIT, other = PTHREAD_ONCE_INIT;
static atomic_int x, y;

static void make(void) {
  atomic_fetch_add(&x, 1);
  atomic_fetch_add(&x, 1);
}

static void make_other(void) { atomic_fetch_add(&y, 1); }

static void *work(void *argument) {
  long me = (long)argument;
#if CASE == 1
  pthread_once(&once, make);
  atomic_load(&x);
#elif CASE == 2
  if (me == 2)
    atomic_load(&x);
  else
    pthread_once(&once, make_other);
#else
  pthread_once(me ? &once : &other, me ? make : make_other);
  pthread_once(me ? &other : &once, me ? make_other : make);
#endif
  return 0;
}

int main(void) {
#if CASE == 2
  crew(4, work);
#else
  crew(2, work);
#endif
}
