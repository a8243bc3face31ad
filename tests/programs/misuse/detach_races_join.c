/* One thread joins what another detaches: whichever comes second is undefined by POSIX. The join waits for the end or for the other. */
#include <pthread.h>
#include <stdatomic.h>
static pthread_t worker;
static atomic_int begun, done;
static void *work(void *p) {
  done = 1;
  return p;
}
static void *joiner(void *p) {
  begun = 1;
  pthread_join(worker, 0);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&worker, 0, work, 0);
  pthread_create(&t, 0, joiner, 0);
  int is_done = done;
  pthread_detach(worker);
  pthread_join(t, 0);
  return is_done;
}
