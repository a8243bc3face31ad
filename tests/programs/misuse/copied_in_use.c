/* The copy of a mutex is used that another thread may have had when it was copied, though not any more. */
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, copy;
static void *work(void *p) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  copy = lock;
  pthread_join(t, 0);
  pthread_mutex_lock(&copy);
  pthread_mutex_unlock(&copy);
}
