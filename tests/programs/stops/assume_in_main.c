/* main's assumption fails at once; the thread fails before. */
#include <assert.h>
#include <pthread.h>
#include <raddle.h>
_Atomic int x;
static void *a(void *p) {
  x++;
  x++;
  assert(x != 2);
  return p;
}
int main(void) {
  pthread_t t;
  int i = raddle_int("i");
  pthread_create(&t, 0, a, 0);
  raddle_assume(i != i);
  pthread_join(t, 0);
}
