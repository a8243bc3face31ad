/* Two threads, two atomic sections each (SV-COMP): nothing can come between the operations of one, and there is no race. */
#include <pthread.h>
#include <stddef.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);

static int x, y;

static void __VERIFIER_atomic_both(void) {
  x++;
  y++;
}

static void *work(void *arg) {
  __VERIFIER_atomic_both();
  __VERIFIER_atomic_begin();
  if (x != y) reach_error();
  x += 2;
  y += 2;
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  if (x != 6 || y != 6) reach_error();
  return 0;
}
