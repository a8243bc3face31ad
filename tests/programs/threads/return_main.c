/* Main returns while a thread runs: whatever the thread may still do before the process ends is looked at. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int closing;

static void *worker(void *arg) {
  for (int i = 0; i < 3; i++) assert(!atomic_load(&closing)); // BUG: assert in worker
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  atomic_store(&closing, 1);
  return 0;
}
