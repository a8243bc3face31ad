/* Dekker's mutual exclusion with C11 atomics. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int wants[2], turn;
static int inside;

static void enter(int me) {
  int other = 1 - me;
  atomic_store(&wants[me], 1);
  while (atomic_load(&wants[other])) {
    if (atomic_load(&turn) == me) continue;
    atomic_store(&wants[me], 0);
    while (atomic_load(&turn) != me) {}
    atomic_store(&wants[me], 1);
  }
}

static void leave(int me) {
  atomic_store(&turn, 1 - me);
  atomic_store(&wants[me], 0);
}

static void *worker(void *arg) {
  int me = *(const int *)arg;
  enter(me);
  assert(++inside == 1);
  --inside;
  leave(me);
  return NULL;
}

int main(void) {
  pthread_t t[2];
  int id[2] = {0, 1};
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, &id[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
