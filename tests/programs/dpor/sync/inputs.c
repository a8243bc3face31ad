/* Inputs. CASE 1: each thread has its own and decides by it what to write. 2: both use the same one. 3: what one stores
 * the other decides by. 4: choices. 5: an assumption in one thread. 6: two assertions that may fail, in two threads. 7:
 * an assumption about what the other has stored. 8: whether to lock depends on an input. 9: the input decides which of
 * two variables is written. */
#include <assert.h>
#include <raddle.h>
#include <stdatomic.h>
#include "../crew.h"

static atomic_int x, y;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int given;

static void *work(void *argument) {
  long me = (long)argument;
#if CASE == 1
  int i = raddle_int("i");
  atomic_fetch_add(&x, 1);
  if (i > 10) atomic_fetch_add(&x, 2);
#elif CASE == 2
  if (given == 7 + me) atomic_fetch_add(&x, 1);
  atomic_fetch_add(&y, 1);
#elif CASE == 3
  if (!me) {
    atomic_store(&x, raddle_int("i"));
    return 0;
  }
  int seen = atomic_load(&x);
  if (seen == 1234)
    atomic_store(&y, 1);
  else if (seen * 3 == 33)
    atomic_store(&y, 2);
  if (atomic_load(&x) != seen) atomic_store(&y, 3);
#elif CASE == 4
  for (int i = raddle_choose(3); i > 0; i--) atomic_fetch_add(&x, 1);
#elif CASE == 5
  int i = raddle_int("i");
  if (me) raddle_assume(i > 5);
  atomic_fetch_add(&x, 1);
  if (i == 3) atomic_fetch_add(&y, 1);
#elif CASE == 6
  int i = raddle_int("i");
  atomic_fetch_add(&x, 1);
  if (me)
    assert(i != 17);
  else
    assert(i != 4711);
  atomic_fetch_add(&x, 1);
#elif CASE == 7
  if (me) {
    atomic_fetch_add(&y, 1);
    raddle_assume(atomic_load(&x) != 1);
    atomic_fetch_add(&y, 1);
  } else {
    atomic_store(&x, 1);
    atomic_store(&x, 2);
  }
#elif CASE == 8
  int is_careful = raddle_bool("careful");
  if (is_careful) pthread_mutex_lock(&lock);
  atomic_fetch_add(&x, 1);
  if (is_careful) pthread_mutex_unlock(&lock);
#else
  atomic_int *which[2] = {&x, &y};
  unsigned i = raddle_uint("i") & 1;
  if (i)
    atomic_fetch_add(which[1], 1);
  else
    atomic_fetch_add(which[0], 1);
  (void)atomic_load(&x);
#endif
  return (void *)me;
}

int main(void) {
  given = raddle_int("given");
  crew(2, work);
}
