/* 2^200 paths. */
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static _Atomic int n;
static void *work(void *p) {
  for (int i = 0; i < 100; i++)
    if (__VERIFIER_nondet_int() > i) n++;
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
}
