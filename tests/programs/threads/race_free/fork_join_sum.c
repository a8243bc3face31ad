/* Each thread sums its part of an array and leaves the result in its own place. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { THREADS = 4, PART = 5 };
static int number[THREADS * PART];
struct part {
  const int *first;
  long sum;
};

static void *sum(void *arg) {
  struct part *p = arg;
  for (int i = 0; i < PART; i++) p->sum += p->first[i];
  return NULL;
}

int main(void) {
  pthread_t t[THREADS];
  struct part part[THREADS];
  long total = 0;
  for (int i = 0; i < THREADS * PART; i++) number[i] = i;
  for (int i = 0; i < THREADS; i++) {
    part[i] = (struct part){number + i * PART, 0};
    pthread_create(&t[i], NULL, sum, &part[i]);
  }
  for (int i = 0; i < THREADS; i++) {
    pthread_join(t[i], NULL);
    total += part[i].sum;
  }
  assert(total == 190);
  return 0;
}
