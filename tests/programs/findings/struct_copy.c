/* --ignore race: a struct copy between shared objects is one atomic step, so stale copies are never seen; "complete". */
#include <assert.h>
#include <pthread.h>
struct s {
  int x, y[20];
};
static struct s s0, s1;
static void *t(void *p) {
  s1 = s0;
  return p;
}
static void *u(void *p) {
  s0.x = 1;
  s1.x = 1;
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t, 0);
  pthread_create(&b, 0, u, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(s1.x == 1);
}
