/* A thread that never ends, and main waits for it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_long ticks;

static void *ticker(void *arg) {
  for (;;) atomic_fetch_add(&ticks, 1);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, ticker, NULL);
  pthread_join(t, NULL);
  return 0;
}
