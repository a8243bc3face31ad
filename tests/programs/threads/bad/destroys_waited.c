/* Destroys a condition variable on which a thread waits. */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int is_ready, is_waiting;

static void *waiter(void *arg) {
  pthread_mutex_lock(&lock);
  is_waiting = 1;
  while (!is_ready) pthread_cond_wait(&ready, &lock);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waiter, NULL);
  pthread_mutex_lock(&lock);
  if (is_waiting) pthread_cond_destroy(&ready); // BUG: lock-misuse in main
  is_ready = 1;
  pthread_cond_signal(&ready);
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  return 0;
}
