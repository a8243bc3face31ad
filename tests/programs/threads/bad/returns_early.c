/* Returns from main while threads run that would go on for ever. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_long ticks;

static void *ticker(void *arg) {
  for (;;) atomic_fetch_add(&ticks, 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, ticker, NULL);
  pthread_create(&b, NULL, ticker, NULL);
  return 0;
}
