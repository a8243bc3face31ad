/* Expressions that grow for ever. */
#include <pthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
static _Atomic unsigned n;
static void *work(void *p) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  for (unsigned i = 0;; i++) {
    x = x * 2654435761u + (y ^ i);
    y = y * 40503u ^ x >> 3;
    if (i % 100000 == 99999 && x == y) n = x;
  }
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
}
