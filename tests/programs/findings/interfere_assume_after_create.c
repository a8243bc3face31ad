/* --strategy interfere --ignore race -k: "max coverage" at 0 of 2 branches, no bug. dpor finds the assertion.
 * With the assume before the creates interfere is right. */
#include <assert.h>
#include <pthread.h>
#include <raddle.h>
static int x;
static void *t(void *p) {
  x++;
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t, 0);
  pthread_create(&b, 0, t, 0);
  int v = raddle_int("v");
  raddle_assume(v > 3);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 2);
}
