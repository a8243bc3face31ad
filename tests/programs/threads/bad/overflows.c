/* A thread that runs out of stack. */
#include <pthread.h>
#include <stddef.h>

static int depth(volatile int *above) {
  volatile int here = *above + 1;            // BUG: segv in depth
  return here < 0 ? 0 : depth(&here) + here; // BUG: segv in depth
}

static void *work(void *arg) {
  volatile int start = 0;
  return depth(&start) ? arg : NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  return 0;
}
