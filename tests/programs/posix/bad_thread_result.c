/* The result goes to a place that is no longer there. */
#include <pthread.h>
#include <stdlib.h>

static void *work(void *p) { return p; }

int main(void) {
  pthread_t t;
  void **result = malloc(sizeof *result);
  pthread_create(&t, NULL, work, NULL);
  free(result);
  pthread_join(t, result); // BUG: use-after-free in main
  return 0;
}
