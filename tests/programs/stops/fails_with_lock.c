/* a fails while it holds the lock: b fails only if it gets the lock before. */
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int n;
static void *a(void *p) {
  pthread_mutex_lock(&m);
  n++;
  assert(!"in a");
  pthread_mutex_unlock(&m);
  return p;
}
static void *b(void *p) {
  pthread_mutex_lock(&m);
  n++;
  assert(n != 1);
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, a, 0);
  pthread_create(&u, 0, b, 0);
  pthread_join(t, 0);
}
