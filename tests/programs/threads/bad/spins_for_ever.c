/* A thread waits in a loop for a flag that nobody sets. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int is_ready;

static void *waiter(void *arg) {
  while (!atomic_load(&is_ready)) { // BUG: deadlock in waiter
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waiter, NULL);
  pthread_join(t, NULL);
  return 0;
}
