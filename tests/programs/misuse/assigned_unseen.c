/* A mutex is assigned before or after its first use: nothing tells before that use that it is one. */
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static const pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x;
static void *destroy(void *p) {
  pthread_mutex_destroy(&other);
  pthread_mutex_destroy(&m);
  return p;
}
static void *assign(void *p) {
  x++;
  m = fresh;
  pthread_mutex_lock(&other);
  pthread_mutex_unlock(&other);
  return p;
}
int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, destroy, 0);
  pthread_create(&two, 0, assign, 0);
  pthread_join(two, 0);
  pthread_join(one, 0);
}
