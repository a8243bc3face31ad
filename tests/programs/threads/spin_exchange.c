/* A spinlock made of atomic_exchange. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int taken;
static int counter;

static void *add(void *arg) {
  while (atomic_exchange(&taken, 1)) {}
  counter++;
  atomic_store(&taken, 0);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2);
  return 0;
}
