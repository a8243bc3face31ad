/* Every run has a race and ends in a failed assertion. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int x;

static void *writer(void *arg) {
  x = 1; // BUG: race in writer
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  x = 2; // BUG: race in main
  pthread_join(t, NULL);
  assert(x == 3); // BUG: assert in main
  return 0;
}
