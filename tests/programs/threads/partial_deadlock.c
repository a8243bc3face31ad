/* Two workers wait for each other's lock; main does not join them and returns. */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *forth(void *arg) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b); // BUG: deadlock in forth
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return arg;
}

static void *back(void *arg) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a); // BUG: deadlock in back
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return arg;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, forth, NULL);
  pthread_create(&u, NULL, back, NULL);
  pthread_detach(t);
  pthread_detach(u);
  return 0;
}
