/* Data, then a flag with release; the reader looks at the flag with acquire, and waits for it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data[3];
static atomic_int is_ready;

static void *sender(void *arg) {
  for (int i = 0; i < 3; i++) data[i] = i + 1;
  atomic_store_explicit(&is_ready, 1, memory_order_release);
  return arg;
}

static void *receiver(void *arg) {
  while (!atomic_load_explicit(&is_ready, memory_order_acquire)) {}
  assert(data[0] == 1 && data[1] == 2 && data[2] == 3);
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, receiver, NULL);
  pthread_create(&b, NULL, receiver, NULL);
  pthread_create(&c, NULL, sender, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
