/* A string that is copied while it is changed. */
#include <assert.h>
#include <pthread.h>
#include <string.h>
static char g[8] = "ab", h[8];
static void *t(void *p) {
  strcpy(h, g);
  return p;
}
static void *u(void *p) {
  g[1] = 'y';
  g[0] = 'x';
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t, 0);
  pthread_create(&b, 0, u, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(strcmp(h, "ay"));
}
