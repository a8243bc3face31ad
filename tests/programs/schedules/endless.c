/* main has returned, a thread goes on for ever. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;

static void *run(void *argument) {
  for (;;) atomic_fetch_add(&count, 1);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  return 0;
}
