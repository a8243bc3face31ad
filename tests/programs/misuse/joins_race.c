/* Two threads join a third: the first to do so goes on, and each may be that. */
#include <pthread.h>
#include <raddle.h>
static pthread_t worker;
static _Atomic int zero;
static void *work(void *p) { return p; }
static void *joiner(void *p) {
  pthread_join(worker, 0);
  raddle_assert(zero);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&worker, 0, work, 0);
  pthread_create(&t, 0, joiner, 0);
  pthread_join(worker, 0);
  raddle_assert(zero);
  pthread_join(t, 0);
}
