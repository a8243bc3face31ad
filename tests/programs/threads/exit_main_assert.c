/* A thread that goes on after main has left by pthread_exit still has its bugs. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int stage;

static void *worker(void *arg) {
  int before = atomic_load(&stage);
  int after = atomic_load(&stage);
  assert(before == after); // BUG: assert in worker
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  atomic_store(&stage, 1);
  pthread_exit(NULL);
}
