#include <assert.h>
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static _Atomic int writers;
static void *a(void *p) {
  pthread_rwlock_wrlock(&l);
  writers++;
  assert(writers == 1);
  writers--;
  pthread_rwlock_unlock(&l);
  return p;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, a, 0);
  pthread_create(&u, 0, a, 0);
  pthread_rwlock_init(&l, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
