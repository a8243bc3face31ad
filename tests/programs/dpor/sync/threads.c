/* Lives of threads. CASE 1: joined in the other order. 2: a thread creates two more and joins them. 3: nobody joins,
 * main returns. 4: detached. 5: main tries to join. 6: two write, the one joins the other. 7: a thread ends by
 * pthread_exit in a function; main waits on for the others after its own. 8: main works too. */
#define _GNU_SOURCE
#include <stdatomic.h>
#include "../crew.h"

static atomic_int x, y;
static pthread_t first, second;

static void *add(void *argument) {
  atomic_fetch_add(&x, 1);
  return argument;
}

static void *parent(void *argument) {
  pthread_t a, b;
  atomic_fetch_add(&x, 2);
  pthread_create(&a, 0, add, 0);
  atomic_fetch_add(&y, 1);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return argument;
}

static void *joiner(void *argument) {
  atomic_store(&x, 5);
  pthread_join(first, 0);
  atomic_store(&x, 7);
  return argument;
}

static void leave(void) { pthread_exit(0); }

static void *leaver(void *argument) {
  if (atomic_fetch_add(&x, 1)) leave();
  atomic_fetch_add(&y, 1);
  return argument;
}

int main(void) {
#if CASE == 1
  pthread_create(&first, 0, add, 0);
  pthread_create(&second, 0, add, 0);
  pthread_join(second, 0);
  atomic_store(&x, 9);
  pthread_join(first, 0);
#elif CASE == 2
  pthread_create(&first, 0, parent, 0);
  pthread_create(&second, 0, add, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
#elif CASE == 3
  pthread_create(&first, 0, parent, 0);
  pthread_create(&second, 0, add, 0);
#elif CASE == 4
  pthread_create(&first, 0, add, 0);
  pthread_detach(first);
  pthread_create(&second, 0, add, 0);
  pthread_join(second, 0);
  atomic_load(&x);
#elif CASE == 5
  pthread_create(&first, 0, add, 0);
  if (pthread_tryjoin_np(first, 0)) {
    atomic_store(&x, 3);
    pthread_join(first, 0);
  }
#elif CASE == 6
  pthread_create(&first, 0, add, 0);
  pthread_create(&second, 0, joiner, 0);
  pthread_join(second, 0);
#elif CASE == 7
  pthread_create(&first, 0, leaver, 0);
  pthread_create(&second, 0, leaver, 0);
  atomic_fetch_add(&y, 1);
  pthread_exit(0);
#else
  pthread_create(&first, 0, leaver, 0);
  atomic_fetch_add(&x, 1);
  atomic_fetch_add(&y, 1);
  pthread_join(first, 0);
#endif
  return 0;
}
