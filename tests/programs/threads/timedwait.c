/* Waiting with a time limit, and taking for granted that the time is enough. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int is_ready;

static void *worker(void *arg) {
  pthread_mutex_lock(&lock);
  is_ready = 1;
  pthread_cond_signal(&ready);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t;
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 1;
  pthread_create(&t, NULL, worker, NULL);
  pthread_mutex_lock(&lock);
  int code = 0;
  while (!is_ready && code != ETIMEDOUT) code = pthread_cond_timedwait(&ready, &lock, &until);
  assert(is_ready); // BUG: assert in main
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  return 0;
}
