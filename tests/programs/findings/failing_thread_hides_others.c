/* t2 fails before its first visible step: t1's failure, which can come first, is never listed, under any strategy. */
#include <assert.h>
#include <pthread.h>
_Atomic int g;
static void *t1(void *p) {
  g = 1;
  assert(!"in t1");
  return p;
}
static void *t2(void *p) {
  assert(!"in t2");
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t1, 0);
  pthread_create(&b, 0, t2, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
