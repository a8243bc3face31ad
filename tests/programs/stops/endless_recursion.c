#include <assert.h>
#include <pthread.h>
_Atomic int x;
static int deep(volatile int *p) {
  volatile int a[64];
  a[0] = *p;
  return deep(a) + a[1];
}
static void *a(void *p) {
  int i = 0;
  x = deep(&i);
  return p;
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
  pthread_join(t, 0);
}
