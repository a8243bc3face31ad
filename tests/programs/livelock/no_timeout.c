/* Both give up their first lock when the second is not to be had in time: time passes, and tells them apart. */
#include <pthread.h>
#include <time.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;

static void eat(pthread_mutex_t *first, pthread_mutex_t *second) {
  struct timespec until;
  for (;;) {
    pthread_mutex_lock(first);
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    if (!pthread_mutex_timedlock(second, &until)) break;
    pthread_mutex_unlock(first);
  }
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}

static void *one(void *unused) { return eat(&left, &right), unused; }
static void *other(void *unused) { return eat(&right, &left), unused; }

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, other, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
