/* The factors of a product of two large primes. */
#include <assert.h>
#include <pthread.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
static _Atomic int n;
static void *work(void *p) {
  unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();
  if (a > 1 && b > 1 && a < 4294967296ul && b < 4294967296ul && a * b == 18446743979220271189ul) n = 1;
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
}
