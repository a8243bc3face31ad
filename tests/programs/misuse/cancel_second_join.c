/* A thread joins another twice, which POSIX leaves undefined, unless it was asked to stop before that. */
#include <pthread.h>
#include <stdatomic.h>
static pthread_t worker;
static atomic_int count;
static void *work(void *p) {
  count++;
  return p;
}
static void *joiner(void *p) {
  pthread_join(worker, 0);
  pthread_join(worker, 0);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&worker, 0, work, 0);
  pthread_create(&t, 0, joiner, 0);
  pthread_cancel(t);
  pthread_join(t, 0);
}
