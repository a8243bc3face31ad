/* main fails without a visible step of its own after it has created threads, which can fail before: three failures. */
#include <assert.h>
#include <pthread.h>
_Atomic int g;
static void *a(void *p) {
  g++;
  assert(!"in a");
  return p;
}
static void *b(void *p) {
  g++;
  g++;
  if (g == 3) assert(!"in b");
  return p;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, a, 0);
  pthread_create(&u, 0, b, 0);
  assert(!"in main");
}
