/* Cancelled anywhere: while it waits for the lock, or before or after. */
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
int main(void) {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, 0, a, 0);
  pthread_cancel(t);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  raddle_assert(!done); /* holds: the request comes before the lock is free */
}
