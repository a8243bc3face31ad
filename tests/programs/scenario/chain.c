/* The assertion fails only if `b` was read after `relay` had written it, and `relay` writes it only after it has read what
 * `first` wrote: two interferences, whatever the schedule. */
#include <assert.h>
#include <pthread.h>

static int a, b;

static void *first(void *arg) {
  a = 1;
  return arg;
}

static void *relay(void *arg) {
  if (a == 1) b = 2;
  return arg;
}

static void *last(void *arg) {
  int seen = b;
  assert(seen < 1 && "<&>");
  return arg;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], NULL, first, NULL);
  pthread_create(&t[1], NULL, relay, NULL);
  pthread_create(&t[2], NULL, last, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 0;
}
