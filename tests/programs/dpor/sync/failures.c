/* Runs that end early. CASE 1: two threads fail, each at its own place, whatever the other does. 2: one fails if it is
 * first. 3: a failure behind a lock that others wait for. 4: freed by one, read by the other. 5: freed by both. 6:
 * abort in one, exit in the other. 7: a null pointer, if it has not been set. 8: a deadlock or a failure. */
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include "../crew.h"

static atomic_int x;
static int *pointer;
static pthread_mutex_t lock[2];

static void *work(void *argument) {
  long me = (long)argument;
#if CASE == 1
  atomic_fetch_add(&x, 1);
  if (me)
    assert(atomic_load(&x) < 0);
  else
    assert(atomic_load(&x) > 9);
#elif CASE == 2
  int place = atomic_fetch_add(&x, 1);
  if (me == 1) assert(place);
  atomic_fetch_add(&x, 1);
#elif CASE == 3
  pthread_mutex_lock(&lock[0]);
  assert(atomic_fetch_add(&x, 1) < 2);
  pthread_mutex_unlock(&lock[0]);
#elif CASE == 4
  if (me)
    free(pointer);
  else
    atomic_store(&x, *pointer);
#elif CASE == 5
  free(pointer);
#elif CASE == 6
  atomic_fetch_add(&x, 1);
  if (me) abort();
  exit(0);
#elif CASE == 7
  if (me)
    pointer = (int *)&x;
  else
    *pointer = 1;
#else
  pthread_mutex_lock(&lock[me]);
  pthread_mutex_lock(&lock[1 - me]);
  assert(atomic_fetch_add(&x, 1) == 0);
  pthread_mutex_unlock(&lock[1 - me]);
  pthread_mutex_unlock(&lock[me]);
#endif
  return 0;
}

int main(void) {
#if CASE != 7
  pointer = calloc(1, sizeof *pointer);
#endif
  make_locks(lock, 2);
#if CASE == 3
  crew(3, work);
#else
  crew(2, work);
#endif
}
