#include <pthread.h>
#include <assert.h>
#include <stdlib.h>
extern void __VERIFIER_assume(int);
_Atomic int x, y;
static void *t1(void *_) {
  __VERIFIER_assume(x == 1);
  assert(0);
  return 0;
}
static void *t2(void *_) {
  y = 1;
  x = 1;
  return 0;
}
int main() {
  pthread_t a, b;
  pthread_create(&a, 0, t1, 0);
  pthread_create(&b, 0, t2, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
