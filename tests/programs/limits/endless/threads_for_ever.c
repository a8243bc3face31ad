/* Creates and joins threads for ever. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;
static void *work(void *p) {
  n++;
  return p;
}
int main(void) {
  for (;;) {
    pthread_t t;
    if (pthread_create(&t, 0, work, 0)) break;
    pthread_join(t, 0);
  }
}
