/* Nothing is tested here: not "complete". */
#include <pthread.h>
extern void __VERIFIER_assume(int);
_Atomic int x;
static void *a(void *p) {
  __VERIFIER_assume(x == 1);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, a, 0);
  pthread_join(t, 0);
}
