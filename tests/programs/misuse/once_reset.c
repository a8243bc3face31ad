/* The control variable is set back: the routine may run twice. */
#include <assert.h>
#include <pthread.h>
static pthread_once_t o = PTHREAD_ONCE_INIT;
static int n;
static void f(void) { n++; }
static void *a(void *p) {
  pthread_once(&o, f);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, a, 0);
  o = PTHREAD_ONCE_INIT;
  pthread_once(&o, f);
  pthread_join(t, 0);
  assert(n == 1);
}
