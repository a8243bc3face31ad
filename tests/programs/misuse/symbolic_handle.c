/* Which thread is joined depends on the input. */
#include <pthread.h>
#include <raddle.h>
static _Atomic int x;
static void *a(void *p) {
  x += 1 + (p != 0);
  return p;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, a, 0);
  pthread_create(&t[1], 0, a, t);
  unsigned i = raddle_uint("i") % 2;
  pthread_join(t[i], 0);
  if (x == 1) raddle_assert(!"only the first");
  if (x == 2) raddle_assert(!"only the second");
}
