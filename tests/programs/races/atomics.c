/* Atomic accesses do not race with each other, but do with plain ones. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int fine;
static int mixed;

static void *one(void *arg) {
  fine++;
  __atomic_store_n(&mixed, 1, __ATOMIC_SEQ_CST); // BUG: race in one
  return arg;
}

static void *two(void *arg) {
  fine = 2;
  mixed = 2; // BUG: race in two
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, two, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
