/* Three philosophers, each takes the fork with the lower number first: no cycle, no deadlock. */
#include <pthread.h>
#include <stddef.h>

enum { N = 3 };
static pthread_mutex_t fork_[N] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER};

static void *philosopher(void *arg) {
  int left = *(const int *)arg, right = (left + 1) % N;
  int first = left < right ? left : right, second = left < right ? right : left;
  pthread_mutex_lock(&fork_[first]);
  pthread_mutex_lock(&fork_[second]);
  pthread_mutex_unlock(&fork_[second]);
  pthread_mutex_unlock(&fork_[first]);
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
