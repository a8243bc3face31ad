/* One switch at the right moment loses an update; a random schedule has many. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int counter;

static void *add(void *arg) {
  for (int i = 0; i < 20; i++) counter++;
  return arg;
}

int main(void) {
  pthread_t t[4];
  for (int i = 0; i < 4; i++) pthread_create(&t[i], NULL, add, NULL);
  for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
  assert(counter == 80); // BUG: assert in main
  return 0;
}
