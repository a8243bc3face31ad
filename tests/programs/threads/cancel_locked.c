/* A thread is cancelled while it holds a lock and has no clean-up handler: whoever wants the lock next waits for ever. */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *victim(void *arg) {
  pthread_mutex_lock(&lock);
  pthread_testcancel();
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, victim, NULL);
  pthread_cancel(t);
  pthread_join(t, NULL);
  pthread_mutex_lock(&lock); // BUG: deadlock in main
  pthread_mutex_unlock(&lock);
  return 0;
}
