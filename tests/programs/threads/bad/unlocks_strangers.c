/* Unlocks what another thread has locked. */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
  pthread_mutex_unlock(&lock); // BUG: lock-misuse in work
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_mutex_lock(&lock);
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  return 0;
}
