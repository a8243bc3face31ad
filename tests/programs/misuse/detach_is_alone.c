/* Nobody can tell when a thread is detached that nobody joins: one class for each place of `last` in what the three write. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int last;
static void *work(void *p) {
  pthread_detach(pthread_self());
  last = 1;
  return p;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, work, 0);
  pthread_create(&u, 0, work, 0);
  last = 2;
  pthread_exit(0);
}
