/* A home-made barrier that cannot be used twice: a fast thread enters the second round before the slow one has looked at
 * the counter of the first, which is then never full again. */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t full = PTHREAD_COND_INITIALIZER;
static int arrived;

static void barrier_wait(void) {
  pthread_mutex_lock(&lock);
  if (++arrived == 2) {
    arrived = 0;
    pthread_cond_broadcast(&full);
  }
  while (arrived != 0) pthread_cond_wait(&full, &lock); // BUG: deadlock in barrier_wait
  pthread_mutex_unlock(&lock);
}

static void *worker(void *arg) {
  for (int round = 0; round < 2; round++) barrier_wait();
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
