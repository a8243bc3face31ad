/* A spinlock made of atomic_flag, with a pause in the loop. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_flag lock = ATOMIC_FLAG_INIT;
static int x, y;

static void *swap(void *arg) {
  while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire)) __builtin_ia32_pause();
  int t = x;
  x = y + 1;
  y = t + 1;
  atomic_flag_clear_explicit(&lock, memory_order_release);
  return arg;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, swap, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  assert(x == 3 && y == 3);
  return 0;
}
