// writer waits for ever for several readers: developers say 'writers'
#include <pthread.h>
#include <assert.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int x;
static void *r(void *_) {
  pthread_rwlock_rdlock(&l);
  x = x + 1;
  return 0;
} // never unlocks
static void *w(void *_) {
  pthread_rwlock_wrlock(&l);
  x = 100;
  pthread_rwlock_unlock(&l);
  return 0;
}
int main() {
  pthread_t t[3];
  pthread_create(t, 0, r, 0);
  pthread_create(t + 1, 0, r, 0);
  pthread_create(t + 2, 0, w, 0);
  for (int k = 0; k < 3; k++) pthread_join(t[k], 0);
  return 0;
}
