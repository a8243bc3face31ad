/* The grandchild fails before its first step: its parent, main and the parent's sibling all can fail before. */
#include <assert.h>
#include <pthread.h>
_Atomic int x;
static void *c(void *p) {
  assert(!"in c");
  return p;
}
static void *a(void *p) {
  pthread_t t;
  pthread_create(&t, 0, c, 0);
  x = 1;
  assert(!"in a");
  return p;
}
static void *b(void *p) {
  if (x) assert(!"in b");
  return p;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, a, 0);
  pthread_create(&u, 0, b, 0);
  x += 2;
  assert(x != 3);
}
