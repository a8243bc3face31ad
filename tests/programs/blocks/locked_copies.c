/* Under a lock nobody can tell: as many classes as orders of the two critical sections. */
#include <assert.h>
#include <pthread.h>
#include <string.h>
struct s {
  int x, y[30];
};
static struct s g, h;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *t(void *p) {
  pthread_mutex_lock(&m);
  h = g;
  assert(h.x == h.y[7]);
  pthread_mutex_unlock(&m);
  return p;
}
static void *u(void *p) {
  pthread_mutex_lock(&m);
  g.x++;
  g.y[7]++;
  memset(&h, 0, sizeof h);
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t, 0);
  pthread_create(&b, 0, u, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
