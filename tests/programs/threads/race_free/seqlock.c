/* A sequence lock over atomic data: readers try again when a writer was at work. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint sequence;
static atomic_int x, y;

static void *writer(void *arg) {
  for (int i = 1; i <= 2; i++) {
    atomic_fetch_add(&sequence, 1);
    atomic_store(&x, i);
    atomic_store(&y, i);
    atomic_fetch_add(&sequence, 1);
  }
  return arg;
}

static void *reader(void *arg) {
  unsigned before, after;
  int a, b;
  do {
    before = atomic_load(&sequence);
    a = atomic_load(&x);
    b = atomic_load(&y);
    after = atomic_load(&sequence);
  } while (before != after || before % 2);
  assert(a == b);
  return arg;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], NULL, writer, NULL);
  pthread_create(&t[1], NULL, reader, NULL);
  pthread_create(&t[2], NULL, reader, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 0;
}
