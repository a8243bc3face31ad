/* Shared memory is copied in large pieces, for ever. */
#include <pthread.h>
#include <string.h>
static char a[1 << 20], b[1 << 20];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *p) {
  for (;;) {
    pthread_mutex_lock(&m);
    memcpy(a, b, sizeof a);
    memcpy(b, a, sizeof a);
    pthread_mutex_unlock(&m);
  }
  return p;
}
int main(void) {
  pthread_t x, y;
  pthread_create(&x, 0, work, 0);
  pthread_create(&y, 0, work, 0);
  pthread_join(x, 0);
  pthread_join(y, 0);
}
