/* N philosophers have MEALS meals. They take the fork of the lower number first, or with LEFT the one on their left. */
#include "crew.h"

static pthread_mutex_t fork_[N];

static void *work(void *me) {
  int first = (int)(long)me, second = (first + 1) % N;
#ifndef LEFT
  if (first > second) second = first, first = 0;
#endif
  for (int k = 0; k < MEALS; k++) {
    pthread_mutex_lock(&fork_[first]);
    pthread_mutex_lock(&fork_[second]);
    pthread_mutex_unlock(&fork_[second]);
    pthread_mutex_unlock(&fork_[first]);
  }
  return 0;
}

int main(void) {
  make_locks(fork_, N);
  crew(N, work);
}
