#include <pthread.h>
extern void __VERIFIER_assume(int);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int w;
_Atomic int x;
void __VERIFIER_atomic_take(void) {
  pthread_mutex_lock(&m);
  __VERIFIER_assume(w == 0);
  w = 1;
  pthread_mutex_unlock(&m);
}
void __VERIFIER_atomic_release(void) {
  pthread_mutex_lock(&m);
  w = 0;
  pthread_mutex_unlock(&m);
}
static void *t(void *a) {
  __VERIFIER_atomic_take();
  x = 3;
  __VERIFIER_atomic_release();
  return 0;
}
int main() {
  pthread_t a, b;
  pthread_create(&a, 0, t, 0);
  pthread_create(&b, 0, t, 0);
  pthread_exit(0);
}
