/* A ticket lock used twice by each thread. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static struct {
  atomic_uint next, serving;
} lock;
static int counter;

static void *add(void *arg) {
  for (int i = 0; i < 2; i++) {
    unsigned mine = atomic_fetch_add_explicit(&lock.next, 1, memory_order_relaxed);
    while (atomic_load_explicit(&lock.serving, memory_order_acquire) != mine) {}
    counter++;
    atomic_store_explicit(&lock.serving, mine + 1, memory_order_release);
  }
  return arg;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, add, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  assert(counter == 6);
  return 0;
}
