/* Overlapping blocks are still moved as memmove does it. */
#include <assert.h>
#include <pthread.h>
#include <string.h>
static char g[8] = "abcdefg";
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *t(void *p) {
  pthread_mutex_lock(&m);
  memmove(g + 1, g, 6);
  pthread_mutex_unlock(&m);
  return p;
}
static void *u(void *p) {
  pthread_mutex_lock(&m);
  g[0] = 'x';
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t, 0);
  pthread_create(&b, 0, u, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(!strcmp(g, "xxbcdef") || !strcmp(g, "xabcdef"));
}
