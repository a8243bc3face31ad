/* N threads add one to a counter ROUNDS times each, under a lock: (N ROUNDS)! / (ROUNDS!)^N orders. */
#include "crew.h"

#ifndef ROUNDS
#define ROUNDS 2
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *work(void *me) {
  for (int k = 0; k < ROUNDS; k++) {
    pthread_mutex_lock(&lock);
    x++;
    pthread_mutex_unlock(&lock);
  }
  return me;
}

int main(void) { crew(N, work); }
