/* Two threads that ask for input for ever. */
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static _Atomic int n;
static void *work(void *p) {
  while (__VERIFIER_nondet_int() != 7) n += __VERIFIER_nondet_int() > 3;
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
