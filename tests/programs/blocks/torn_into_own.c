/* Both copy the whole, one of them into memory of its own: that is where the parts are looked at. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct pair {
  int x, y, z;
};
static struct pair shared, one = {1, 1, 1}, *own;
static void *set(void *p) {
  shared = one;
  return p;
}
static void *get(void *p) {
  *own = shared;
  assert(own->x <= own->y);
  assert(own->y <= own->z);
  return p;
}
int main(void) {
  pthread_t a, b;
  own = malloc(sizeof *own);
  pthread_create(&a, 0, set, 0);
  pthread_create(&b, 0, get, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
