/* Symbolic data travels with the parts. */
#include <assert.h>
#include <pthread.h>
#include <raddle.h>
struct s {
  int x, y, z[4];
};
static struct s g, h;
static void *t(void *p) {
  h = g;
  return p;
}
static void *u(void *p) {
  g.y = 3;
  return p;
}
int main(void) {
  pthread_t a, b;
  g.x = raddle_int("x");
  g.y = 2;
  pthread_create(&a, 0, t, 0);
  pthread_create(&b, 0, u, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(!(h.x == 1234567 && h.y == 3));
  assert(!(h.x == 7654321 && h.y == 2));
}
