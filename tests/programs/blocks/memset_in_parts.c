/* The array is cleared element by element, as far as others look at it. */
#include <assert.h>
#include <pthread.h>
#include <string.h>
static int g[8] = {1, 1, 1, 1, 1, 1, 1, 1};
static int first, last;
static void *t(void *p) {
  memset(g, 0, sizeof g);
  return p;
}
static void *u(void *p) {
  last = g[7];
  first = g[0];
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t, 0);
  pthread_create(&b, 0, u, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(!(first == 0 && last == 1));
}
