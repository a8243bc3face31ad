#include <pthread.h>
#include <raddle.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int done;
static void *a(void *p) {
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0);
  pthread_mutex_lock(&m);
  done = 1;
  pthread_mutex_unlock(&m);
  return p;
}
static void *b(void *p) {
  pthread_mutex_unlock(p);
  return p;
}
static void *holder(void *p) {
  pthread_mutex_lock(p);
  pthread_mutex_unlock(p);
  return p;
}
int main(void) {
  pthread_t t, u;
  (void)b;
  pthread_create(&u, 0, holder, &m);
  pthread_create(&t, 0, a, 0);
  pthread_cancel(t);
  pthread_join(t, 0);
  pthread_join(u, 0);
  raddle_assert(!done);
}
