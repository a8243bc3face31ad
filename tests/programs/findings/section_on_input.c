/* An input decides whether the atomic section writes: dpor says complete with a class missing. */
#include <pthread.h>
#include <raddle.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
_Atomic int a = 3;
int in, r;
static void *f(void *p) {
  r = a;
  return 0;
}
static void *h(void *p) {
  __VERIFIER_atomic_begin();
  if (in == 3) a = 5;
  __VERIFIER_atomic_end();
  return 0;
}
int main(void) {
  pthread_t t, u;
  in = raddle_int("in");
  pthread_create(&t, 0, f, 0);
  pthread_create(&u, 0, h, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  raddle_assert(r != 5);
}
