/* A section that ends the process does not keep others from failing before it. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void __VERIFIER_atomic_leave(void) {
  pthread_mutex_lock(&m);
  x = 5;
  exit(0);
}
static void *count(void *p) {
  pthread_mutex_lock(&m);
  x++;
  assert(x != 6);
  assert(x != 1);
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, count, 0);
  __VERIFIER_atomic_leave();
}
