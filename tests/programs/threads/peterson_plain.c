/* Peterson's mutual exclusion with plain variables: full of races, yet right if operations happen in program order. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int wants[2], turn, inside;

static void *worker(void *arg) {
  int me = *(const int *)arg, other = 1 - me;
  wants[me] = 1;                          // BUG: race in worker
  turn = other;                           // BUG: race in worker
  while (wants[other] && turn == other) { // BUG: race in worker
  }
  inside++;            // BUG: race in worker
  assert(inside == 1); // BUG: race in worker
  inside--;            // BUG: race in worker
  wants[me] = 0;       // BUG: race in worker
  return NULL;
}

int main(void) {
  pthread_t t[2];
  int id[2] = {0, 1};
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, &id[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
