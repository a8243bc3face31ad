/* A loop waits for memory that another thread frees: its next read fails, whatever the bytes hold. dpor once left its plan here. */
#include <pthread.h>
#include <stdlib.h>
static int *shared;
static void *waits(void *unused) {
  while (*(volatile int *)shared != 0) {}
  return unused;
}
static void *frees(void *unused) {
  free(shared);
  *shared = 1;
  return unused;
}
int main(void) {
  pthread_t a, b;
  shared = malloc(sizeof *shared);
  *shared = 1;
  pthread_create(&a, NULL, waits, NULL);
  pthread_create(&b, NULL, frees, NULL);
}
