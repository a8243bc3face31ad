/* Both crash, and each of them can be the first: what the one ends with must not be taken for the other's. */
#include <pthread.h>
_Atomic int x;
static int zero;
static void *a(void *p) {
  x = 1;
  *(volatile int *)p = 1;
  return p;
}
static void *b(void *p) {
  if (x) x = 7 / zero;
  return p;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, a, 0);
  pthread_create(&u, 0, b, 0);
  pthread_join(u, 0);
  pthread_join(t, 0);
}
