/* Three philosophers, each takes the fork on the left, then the one on the right: all may hold one and wait for ever. */
#include <pthread.h>
#include <stddef.h>

enum { N = 3 };
static pthread_mutex_t fork_[N] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER};

static void *philosopher(void *arg) {
  int left = *(const int *)arg, right = (left + 1) % N;
  pthread_mutex_lock(&fork_[left]);
  pthread_mutex_lock(&fork_[right]); // BUG: deadlock in philosopher
  pthread_mutex_unlock(&fork_[right]);
  pthread_mutex_unlock(&fork_[left]);
  return NULL;
}

int main(void) {
  pthread_t t[N];
  int seat[N];
  for (int i = 0; i < N; i++) {
    seat[i] = i;
    pthread_create(&t[i], NULL, philosopher, &seat[i]);
  }
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  return 0;
}
