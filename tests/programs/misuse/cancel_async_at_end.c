/* A thread that can be cancelled anywhere can be between its last operation and its end. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;
static void *work(void *p) {
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0);
  n = 1;
  return p;
}
int main(void) {
  pthread_t t;
  void *result;
  pthread_create(&t, 0, work, 0);
  pthread_cancel(t);
  pthread_join(t, &result);
  assert(n == 0 || result != PTHREAD_CANCELED);
}
