/* Cancelled while it holds a lock, without a handler that gives it back. */
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *p) {
  pthread_mutex_lock(&mutex);
  sleep(1);
  pthread_mutex_unlock(&mutex);
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_cancel(t);
  pthread_join(t, NULL);
  pthread_mutex_lock(&mutex); // BUG: deadlock in main
  pthread_mutex_unlock(&mutex);
  return 0;
}
