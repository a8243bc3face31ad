#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static void *t(void *a) {
  while (1) {
    if (__VERIFIER_nondet_int()) break;
  }
  return 0;
}
int main() {
  pthread_t x;
  pthread_create(&x, 0, t, 0);
  pthread_join(x, 0);
}
