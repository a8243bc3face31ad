/* A local copy of a shared struct is read in parts. */
#include <assert.h>
#include <pthread.h>
struct s {
  int x, y[9];
};
static struct s g;
static void use(struct s *s) { assert(s->x == s->y[3]); }
static void *t(void *p) {
  struct s copy = g;
  use(&copy);
  return p;
}
static void *u(void *p) {
  g.x = 1;
  g.y[3] = 1;
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t, 0);
  pthread_create(&b, 0, u, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
