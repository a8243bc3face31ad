/* Mutexes of the default type: static, initialised, initialised again, and zeroed. */
#define _GNU_SOURCE
#include "sync.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int stage;

static void find_it_locked(void) {
  SHOW(pthread_mutex_trylock(&m));
  SHOW(pthread_mutex_timedlock(&m, &past));
  SHOW(pthread_mutex_timedlock(&m, &before_1970));
  SHOW(pthread_mutex_timedlock(&m, SOON(CLOCK_REALTIME)));
  SHOW(pthread_mutex_timedlock(&m, &too_many));
  SHOW(pthread_mutex_timedlock(&m, &negative));
  SHOW(pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &past));
  SHOW(pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, SOON(CLOCK_MONOTONIC)));
  SHOW(pthread_mutex_clocklock(&m, CLOCK_REALTIME, SOON(CLOCK_REALTIME)));
  SHOW(pthread_mutex_clocklock(&m, CLOCK_PROCESS_CPUTIME_ID, &past));
  SHOW(pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &negative));
}

static void get_it_later(void) {
  stage = 1;
  SHOW(pthread_mutex_lock(&m));
  SHOW(pthread_mutex_unlock(&m));
}
static void get_it_in_time(void) {
  const struct timespec *t = LATER(CLOCK_REALTIME);
  stage = 1;
  SHOW(pthread_mutex_timedlock(&m, t));
  SHOW(pthread_mutex_unlock(&m));
}
static void get_it_by_clock(void) {
  const struct timespec *t = LATER(CLOCK_MONOTONIC);
  stage = 1;
  SHOW(pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, t));
  SHOW(pthread_mutex_unlock(&m));
}

static void hand_over(void (*to)(void)) {
  stage = 0;
  SHOW(pthread_mutex_lock(&m));
  pthread_t t = start(to);
  wait_for(&stage);
  int error = pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  SHOW(error);
}

static void show_all(void) {
  SHOW(pthread_mutex_lock(&m));
  SHOW(pthread_mutex_trylock(&m));
  SHOW(pthread_mutex_timedlock(&m, SOON(CLOCK_REALTIME)));
  elsewhere(find_it_locked);
  SHOW(pthread_mutex_unlock(&m));
  hand_over(get_it_later);
  hand_over(get_it_in_time);
  hand_over(get_it_by_clock);

  /* Only who must wait looks at the time. */
  SHOW(pthread_mutex_timedlock(&m, &negative));
  SHOW(pthread_mutex_unlock(&m));
  SHOW(pthread_mutex_timedlock(&m, &past));
  SHOW(pthread_mutex_unlock(&m));
  SHOW(pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &too_many));
  SHOW(pthread_mutex_unlock(&m));
  SHOW(pthread_mutex_clocklock(&m, CLOCK_THREAD_CPUTIME_ID, &past));
  SHOW(pthread_mutex_trylock(&m));
  SHOW(pthread_mutex_unlock(&m));

  int ceiling = -1;
  SHOW(pthread_mutex_consistent(&m));
  SHOW(pthread_mutex_getprioceiling(&m, &ceiling));
  SHOW(pthread_mutex_setprioceiling(&m, 3, &ceiling));
  SHOW_NUMBER(ceiling);
  SHOW(pthread_mutex_destroy(&m));
}

int main(void) {
  show_all();
  SHOW(pthread_mutex_init(&m, NULL));
  show_all();
  SHOW(pthread_mutex_init(&m, NULL));
  SHOW(pthread_mutex_init(&m, NULL));
  memset(&m, 0, sizeof m);
  show_all();
  return 0;
}
