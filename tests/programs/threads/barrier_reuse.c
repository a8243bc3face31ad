/* One barrier for two rounds of two threads: each round has one thread that is told so, and plain data written
 * before a round may be read by the other thread after it. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t barrier;
static int cell[2], serial[2];

static void *worker(void *arg) {
  int me = *(const int *)arg;
  cell[me] = me + 1;
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) serial[0]++;
  int other = cell[1 - me];
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) serial[1]++;
  cell[me] = other;
  return NULL;
}

int main(void) {
  pthread_t t[2];
  int id[2] = {0, 1};
  pthread_barrier_init(&barrier, NULL, 2);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, &id[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  pthread_barrier_destroy(&barrier);
  assert(cell[0] == 2 && cell[1] == 1);
  assert(serial[0] == 1 && serial[1] == 1);
  return 0;
}
