/* Two threads assign a whole struct; main sees parts of both. */
#include <assert.h>
#include <pthread.h>
struct s {
  int x, y;
  long z;
};
static struct s g, a = {1, 1, 1}, b = {2, 2, 2};
static void *t(void *p) {
  g = *(struct s *)p;
  return 0;
}
int main(void) {
  pthread_t u, v;
  pthread_create(&u, 0, t, &a);
  pthread_create(&v, 0, t, &b);
  pthread_join(u, 0);
  pthread_join(v, 0);
  assert(g.x == g.y);
  assert(g.y == g.z);
}
