/* The first run is made before it is known that there are threads: with a read-write lock, whose writers the search puts off. */
#include <assert.h>
#include <pthread.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int x;
static void *w(void *p) {
  pthread_rwlock_wrlock(&l);
  x++;
  pthread_rwlock_unlock(&l);
  return p;
}
static void *r(void *p) {
  pthread_rwlock_rdlock(&l);
  assert(x != 1);
  pthread_rwlock_unlock(&l);
  return p;
}
int main(void) {
  pthread_t t, u, v;
  pthread_create(&t, 0, w, 0);
  pthread_create(&u, 0, r, 0);
  pthread_create(&v, 0, w, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  pthread_join(v, 0);
}
