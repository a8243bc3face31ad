#include <signal.h>
#include <pthread.h>
#include <assert.h>
static pthread_t target;
static volatile sig_atomic_t in_target;
static void h(int s) { in_target = pthread_equal(pthread_self(), target); }
static void *w(void *x) {
  pthread_kill(target, SIGUSR1);
  return 0;
}
int main(void) {
  target = pthread_self();
  signal(SIGUSR1, h);
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  pthread_join(t, 0);
  assert(in_target);
  return 0;
}
