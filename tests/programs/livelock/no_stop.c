/* What SV-COMP's programs do at their end: nothing, for ever. And a thread that goes on meanwhile. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *work(void *unused) {
  while (1) x = !x;
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  while (x < 2) {}
STOP:
  goto STOP;
}
