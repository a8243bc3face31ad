/* Dekker's mutual exclusion with plain variables: races, yet right if operations happen in program order. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int wants[2], turn, inside;

static void enter(int me) {
  int other = 1 - me;
  wants[me] = 1;              // BUG: race in enter
  while (wants[other]) {      // BUG: race in enter
    if (turn == me) continue; // BUG: race in enter
    wants[me] = 0;            // BUG: race in enter
    while (turn != me) {      // BUG: race in enter
    }
    wants[me] = 1; // BUG: race in enter
  }
}

static void leave(int me) {
  turn = 1 - me; // BUG: race in leave
  wants[me] = 0; // BUG: race in leave
}

static void *worker(void *arg) {
  int me = *(const int *)arg;
  enter(me);
  assert(++inside == 1); // BUG: race in worker
  --inside;              // BUG: race in worker
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
