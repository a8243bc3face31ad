/* An atomic variable and another thread's own one lie in the same eight bytes: whether accesses to the second are steps must not depend on
 * who comes first. dpor once left its plan here. */
#include <pthread.h>
static struct {
  _Alignas(8) int own;
  int shared;
} pair;
static int x = 1;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *one(void *p) {
  int expected = 2;
  x = 3;
  __atomic_compare_exchange_n(&pair.shared, &expected, 0, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return p;
}
static void *two(void *p) {
  pthread_mutex_lock(&m);
  pair.own++;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(b, 0);
  int seen = x;
  pthread_join(a, 0);
  return seen == 7;
}
