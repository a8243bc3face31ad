#include <pthread.h>
#include <assert.h>
extern void __VERIFIER_assume(int);
static void *t(void *_) {
  __VERIFIER_assume(0);
  return 0;
}
int main() {
  pthread_t a;
  pthread_create(&a, 0, t, 0);
  assert(0);
  return 0;
}
