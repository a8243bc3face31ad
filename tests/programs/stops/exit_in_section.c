/* Whoever ends the process in an atomic section ends it there: nobody sees what the section has written. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int x, y;
static void *leave(void *p) {
  __VERIFIER_atomic_begin();
  x = 1;
  if (y < 2) exit(0);
  x = 0;
  __VERIFIER_atomic_end();
  return p;
}
static void *look(void *p) {
  int seen;
  for (int i = 0; i < 2; i++) {
    __VERIFIER_atomic_begin();
    seen = x;
    y++;
    __VERIFIER_atomic_end();
    assert(!seen);
  }
  return p;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, leave, 0);
  pthread_create(&t[1], 0, look, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
}
