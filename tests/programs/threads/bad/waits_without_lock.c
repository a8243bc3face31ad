/* Waits on a condition variable without holding the mutex. */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;

static void *waiter(void *arg) {
  pthread_cond_wait(&ready, &lock); // BUG: lock-misuse in waiter
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waiter, NULL);
  pthread_cond_signal(&ready);
  pthread_join(t, NULL);
  return 0;
}
