/* A thread that a constructor creates is one of the run's. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static pthread_t thread;
static void *set(void *unused) {
  (void)unused;
  x = 77;
  return NULL;
}
__attribute__((constructor)) static void before(void) { pthread_create(&thread, NULL, set, NULL); }

int main(void) {
  assert(x != 77); // BUG: assert in main
  pthread_join(thread, NULL);
  return 0;
}
