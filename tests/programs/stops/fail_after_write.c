/* The second thread can see what the first wrote before that fails: two failures. */
#include <assert.h>
#include <pthread.h>
_Atomic int x;
static void *a(void *p) {
  x = 1;
  assert(!"in a");
  return p;
}
static void *b(void *p) {
  if (x == 1) assert(!"in b");
  return p;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, a, 0);
  pthread_create(&u, 0, b, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
