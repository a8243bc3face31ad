/* One of the two may have arrived before the barrier is made again: then they wait for ever. */
#include <pthread.h>
static pthread_barrier_t b;
static void *a(void *p) {
  pthread_barrier_wait(&b);
  return p;
}
int main(void) {
  pthread_t t, u;
  pthread_barrier_init(&b, 0, 2);
  pthread_create(&t, 0, a, 0);
  pthread_create(&u, 0, a, 0);
  pthread_barrier_init(&b, 0, 2);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
