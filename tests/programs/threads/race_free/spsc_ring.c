/* A ring for one producer and one consumer: plain slots, atomic ends. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

enum { SIZE = 2, ITEMS = 4 };
static int slot[SIZE];
static atomic_uint head, tail;

static void *producer(void *arg) {
  for (int i = 0; i < ITEMS; i++) {
    unsigned t = atomic_load_explicit(&tail, memory_order_relaxed);
    while (t - atomic_load_explicit(&head, memory_order_acquire) == SIZE) sched_yield();
    slot[t % SIZE] = i;
    atomic_store_explicit(&tail, t + 1, memory_order_release);
  }
  return arg;
}

static void *consumer(void *arg) {
  for (int i = 0; i < ITEMS; i++) {
    unsigned h = atomic_load_explicit(&head, memory_order_relaxed);
    while (atomic_load_explicit(&tail, memory_order_acquire) == h) sched_yield();
    assert(slot[h % SIZE] == i);
    atomic_store_explicit(&head, h + 1, memory_order_release);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
