/* Three threads compute a stencil in rounds; two barriers a round keep reading and writing apart. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { N = 3, ROUNDS = 2 };
static pthread_barrier_t barrier;
static int cell[N] = {0, 8, 16};

static void *worker(void *arg) {
  int me = *(const int *)arg;
  for (int round = 0; round < ROUNDS; round++) {
    int next = cell[me] + cell[(me + 1) % N];
    pthread_barrier_wait(&barrier);
    cell[me] = next;
    pthread_barrier_wait(&barrier);
  }
  return NULL;
}

int main(void) {
  pthread_t t[N];
  int id[N] = {0, 1, 2};
  pthread_barrier_init(&barrier, NULL, N);
  for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, worker, &id[i]);
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  pthread_barrier_destroy(&barrier);
  /* 0 8 16 -> 8 24 16 -> 32 40 24 */
  assert(cell[0] == 32 && cell[1] == 40 && cell[2] == 24);
  return 0;
}
