/* A thread is cancelled while it joins another, or has joined it before. */
#include <pthread.h>
#include <raddle.h>
static pthread_t worker;
static int joined;
static _Atomic int x;
static void *work(void *p) {
  x = 1;
  return p;
}
static void *joiner(void *p) {
  pthread_join(worker, 0);
  joined = 1;
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&worker, 0, work, 0);
  pthread_create(&t, 0, joiner, 0);
  pthread_cancel(t);
  pthread_join(t, 0);
  raddle_assert(!joined);
}
