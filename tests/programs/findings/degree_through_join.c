/* The bug is printed as "needs 1 interference"; it needs 2, and interfere itself covers that branch at k = 3.
 * The count must follow results through join, and the strategy's own degree is the one to print. */
#include <pthread.h>
#include <raddle.h>
int x, in;
static void *c(void *p) { return (void *)(long)(x + in); }
static void *f(void *p) {
  if (x == 1) {
    pthread_t t;
    void *v;
    pthread_create(&t, 0, c, 0);
    pthread_join(t, &v);
    if ((long)v == 10) raddle_assert(in == 9);
  }
  return 0;
}
static void *g(void *p) {
  x = 1;
  x = 2;
  return 0;
}
int main(void) {
  pthread_t t, u;
  in = raddle_int("in");
  pthread_create(&t, 0, f, 0);
  pthread_create(&u, 0, g, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
