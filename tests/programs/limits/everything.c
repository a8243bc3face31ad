/* A small program that uses a little of whatever can run out: threads, locks, shared objects, inputs of several threads, a table that is
 * read at an unknown place, a product that only the solver can take apart. Without limits it is explored completely.
 * With ALONE it has no threads. */
#include "raddle.h"
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int count, seen, last, best;
static const int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};

static void *work(void *number) {
  unsigned x = raddle_uint("x");
  pthread_mutex_lock(&lock);
  count++;
  if (table[x % 8] == 5) last = (int)(long)number;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&other);
  seen++;
  if (x * (x ^ 77u) == 1000000u && seen) best = 1;
  pthread_mutex_unlock(&other);
  return 0;
}

int main(void) {
#ifdef ALONE
  work((void *)1);
#else
  pthread_t a, b;
  pthread_create(&a, 0, work, (void *)1);
  pthread_create(&b, 0, work, (void *)2);
  pthread_join(a, 0);
  pthread_join(b, 0);
#endif
  return last > 2 || best > 1;
}
