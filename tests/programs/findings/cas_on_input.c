#include <pthread.h>
#include <stdatomic.h>
#include <raddle.h>
_Atomic int a = 3;
int r;
static void *f(void *p) {
  r = a;
  return 0;
}
static void *h(void *p) {
  int e = *(int *)p;
  atomic_compare_exchange_strong(&a, &e, 5);
  return 0;
}
int main(void) {
  int in = raddle_int("in");
  pthread_t t, u;
#ifdef SWAP
  pthread_create(&u, 0, h, &in);
  pthread_create(&t, 0, f, 0);
#else
  pthread_create(&t, 0, f, 0);
  pthread_create(&u, 0, h, &in);
#endif
  pthread_join(t, 0);
  pthread_join(u, 0);
  raddle_assert(r != 5);
  return 0;
}
