/* Runs that end, but only after half a million steps. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;
static void *work(void *p) {
  for (int i = 0; i < 250000; i++) n++;
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
