/* A thread that ends the process at once must not keep others from failing before. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
_Atomic int x;
static void *a(void *p) {
  (void)p;
  exit(0);
}
static void *b(void *p) {
  x = 1;
  assert(!"in b");
  return p;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, a, 0);
  pthread_create(&u, 0, b, 0);
  pthread_join(u, 0);
}
