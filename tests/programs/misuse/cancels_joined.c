/* One thread cancels what another joins: too late is undefined by POSIX. */
#include <pthread.h>
static pthread_t worker;
static void *work(void *p) { return p; }
static void *canceller(void *p) {
  pthread_cancel(worker);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&worker, 0, work, 0);
  pthread_create(&t, 0, canceller, 0);
  pthread_join(worker, 0);
  pthread_join(t, 0);
}
