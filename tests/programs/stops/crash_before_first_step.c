#include <assert.h>
#include <pthread.h>
_Atomic int x;
static void *a(void *p) {
  *(volatile int *)p = 1;
  return p;
}
static void *b(void *p) {
  x = 1;
  assert(x == 2);
  return p;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, a, 0);
  pthread_create(&u, 0, b, 0);
  pthread_join(u, 0);
  pthread_join(t, 0);
}
