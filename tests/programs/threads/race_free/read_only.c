/* All threads read one table that nobody writes. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static const int prime[] = {2, 3, 5, 7, 11};
static int *copy;

static void *sum(void *arg) {
  long s = 0;
  for (int i = 0; i < 5; i++) s += prime[i] + copy[i];
  *(long *)arg = s;
  return NULL;
}

int main(void) {
  pthread_t t[4];
  long result[4];
  copy = malloc(sizeof prime);
  for (int i = 0; i < 5; i++) copy[i] = prime[i];
  for (int i = 0; i < 4; i++) pthread_create(&t[i], NULL, sum, &result[i]);
  for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
  for (int i = 0; i < 4; i++) assert(result[i] == 56);
  free(copy);
  return 0;
}
