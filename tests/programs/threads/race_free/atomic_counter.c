/* Counting with C11 and with __atomic and __sync functions, no lock. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int a;
static int b, c;

static void *add(void *arg) {
  for (int i = 0; i < 2; i++) {
    a++;
    __atomic_fetch_add(&b, 2, __ATOMIC_RELAXED);
    __sync_fetch_and_add(&c, 3);
  }
  return arg;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, add, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  assert(a == 6 && b == 12 && c == 18);
  return 0;
}
