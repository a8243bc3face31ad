/* Producer and consumer that wait for each other by turns, for ever. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int full, value;
static void *produce(void *p) {
  for (int i = 0;; i++) {
    while (full) {}
    value = i;
    full = 1;
  }
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, produce, 0);
  for (int sum = 0;; sum += value) {
    while (!full) {}
    full = 0;
  }
}
