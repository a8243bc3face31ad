/* memcpy from shared to shared memory on the heap: a stale value is put back. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static int *from, *to;
static void *t(void *p) {
  memcpy(to, from, 4 * sizeof *to);
  return p;
}
static void *u(void *p) {
  from[2] = 5;
  to[2] = 5;
  return p;
}
int main(void) {
  pthread_t a, b;
  from = calloc(4, sizeof *from);
  to = calloc(4, sizeof *to);
  pthread_create(&a, 0, t, 0);
  pthread_create(&b, 0, u, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(to[2] == 5);
}
