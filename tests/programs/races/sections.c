/* Atomic sections that have nothing in common order nothing, whichever comes first; those that do, do. */
#include <pthread.h>
#include <stddef.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int x, data, flag, mine[2];

static void *writer(void *arg) {
  data = 1; // read by who has seen the flag
  x = 1;    // BUG: race in writer
  __VERIFIER_atomic_begin();
  flag = 1;
  __VERIFIER_atomic_end();
  return arg;
}

static void *bystander(void *arg) {
  __VERIFIER_atomic_begin();
  mine[0] = 1;
  __VERIFIER_atomic_end();
  x = 2; // BUG: race in bystander
  return arg;
}

int main(void) {
  pthread_t t, u;
  int seen;
  pthread_create(&t, NULL, writer, NULL);
  pthread_create(&u, NULL, bystander, NULL);
  __VERIFIER_atomic_begin();
  seen = flag;
  __VERIFIER_atomic_end();
  if (seen) mine[1] = data;
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return mine[0] + mine[1] < 1;
}
