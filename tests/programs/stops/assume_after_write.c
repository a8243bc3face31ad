/* b fails between a's write and a's assumption, which never holds. */
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_assume(int);
_Atomic int x;
static void *a(void *p) {
  x = 1;
  __VERIFIER_assume(0);
  x = 2;
  return p;
}
static void *b(void *p) {
  assert(x != 1);
  assert(x != 2);
  return p;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, a, 0);
  pthread_create(&u, 0, b, 0);
  pthread_join(u, 0);
  pthread_join(t, 0);
}
