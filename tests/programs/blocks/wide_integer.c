/* Sixteen bytes are two moves of the processor. */
#include <assert.h>
#include <pthread.h>
static __int128 shared;
static void *set(void *p) {
  shared = ((__int128)1 << 64) + 1;
  return p;
}
static void *get(void *p) {
  __int128 seen = shared;
  assert((long)seen == (long)(seen >> 64));
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, set, 0);
  pthread_create(&b, 0, get, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
