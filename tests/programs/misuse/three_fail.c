/* Each of three threads fails; one of the failures is only there if another has not happened before. */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_t one, two;
static void *lock_twice(void *p) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  return p;
}
static void *unlock(void *p) {
  pthread_create(&two, 0, lock_twice, 0);
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_create(&one, 0, unlock, 0);
  pthread_mutex_unlock(&other);
}
