/* A section ends with the thread that began it: no race. */
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int x;
static void *leave(void *p) {
  __VERIFIER_atomic_begin();
  x = 1;
  pthread_exit(p);
}
static void *write(void *p) {
  __VERIFIER_atomic_begin();
  x = 2;
  __VERIFIER_atomic_end();
  return p;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, leave, 0);
  pthread_create(&t[1], 0, write, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
}
