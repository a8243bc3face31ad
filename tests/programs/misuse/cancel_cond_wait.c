/* A cancelled wait leaves the queue: the signal is for the other one then. Either w1 passes, or it is cancelled. */
#include <pthread.h>
#include <raddle.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int go, passed;
static void unlock(void *p) { pthread_mutex_unlock(p); }
static void *w1(void *p) {
  pthread_mutex_lock(&m);
  pthread_cleanup_push(unlock, &m);
  while (!go) pthread_cond_wait(&c, &m);
  passed = 1;
  pthread_cleanup_pop(1);
  return p;
}
static void *s(void *p) {
  pthread_mutex_lock(&m);
  go = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t t, u;
  void *r;
  pthread_create(&t, 0, w1, 0);
  pthread_create(&u, 0, s, 0);
  pthread_cancel(t);
  pthread_join(t, &r);
  pthread_join(u, 0);
  raddle_assert((r == PTHREAD_CANCELED) != passed);
  raddle_assert(!passed);
}
