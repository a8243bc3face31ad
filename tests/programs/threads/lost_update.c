/* Two threads count up without a lock: a race, and one of the two updates may be lost. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int counter;

static void *add(void *arg) {
  (void)arg;
  counter++; // BUG: race in add
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2); // BUG: assert in main
  return 0;
}
