/* With --ignore abort: an assume helper as SV-COMP programs have it. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static void assume(int c) {
  if (!c) abort();
}
_Atomic int x;
static void *a(void *p) {
  assume(p != 0);
  return p;
}
static void *b(void *p) {
  x = 1;
  assume(x == 1);
  assert(x != 1);
  return p;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, a, 0);
  pthread_create(&u, 0, b, 0);
  pthread_join(t, 0);
}
