/* Sleeps for ever, with waits that end by time in between. */
#include <pthread.h>
#include <time.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *work(void *p) {
  for (;;) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_sec += 1;
    pthread_mutex_lock(&m);
    pthread_cond_timedwait(&c, &m, &t);
    pthread_mutex_unlock(&m);
  }
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  for (;;) sleep(1000);
}
