/* The thread that a barrier picks does the work between two rounds alone. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t barrier;
static int part[3], total;

static void *worker(void *arg) {
  int me = *(const int *)arg;
  part[me] = me + 1;
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
    for (int i = 0; i < 3; i++) total += part[i];
  pthread_barrier_wait(&barrier);
  assert(total == 6);
  return NULL;
}

int main(void) {
  pthread_t t[3];
  int id[3] = {0, 1, 2};
  pthread_barrier_init(&barrier, NULL, 3);
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, worker, &id[i]);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  pthread_barrier_destroy(&barrier);
  return 0;
}
