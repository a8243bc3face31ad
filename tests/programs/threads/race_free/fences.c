/* Publishing through a relaxed flag and fences, as C11 7.17.4 orders it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int is_ready;

static void *sender(void *arg) {
  data = 42;
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&is_ready, 1, memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, sender, NULL);
  if (atomic_load_explicit(&is_ready, memory_order_relaxed)) {
    atomic_thread_fence(memory_order_acquire);
    assert(data == 42);
  }
  pthread_join(t, NULL);
  return 0;
}
