/* A home-made once: looks, then marks. Two threads may both look before either marks. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int is_done, calls;

static void init_once(void) {
  if (atomic_load(&is_done)) return;
  atomic_store(&is_done, 1);
  atomic_fetch_add(&calls, 1);
}

static void *user(void *arg) {
  init_once();
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, user, NULL);
  pthread_create(&b, NULL, user, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(atomic_load(&calls) == 1); // BUG: assert in main
  return 0;
}
