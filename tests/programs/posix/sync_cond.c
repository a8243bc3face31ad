/* Condition variables: codes, signals, broadcasts, time-outs by both clocks. */
#define _GNU_SOURCE
#include "sync.h"

static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP,
                       recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int ready, waiting, woken;

static void wait_ready(void) {
  pthread_mutex_lock(&m);
  waiting++;
  int error = 0;
  while (!ready && !error) error = pthread_cond_wait(&c, &m);
  woken++;
  SHOW(error);
  pthread_mutex_unlock(&m);
}
static void wait_ready_in_time(void) {
  const struct timespec *t = LATER(CLOCK_REALTIME);
  pthread_mutex_lock(&m);
  waiting++;
  int error = 0;
  while (!ready && !error) error = pthread_cond_timedwait(&c, &m, t);
  woken++;
  SHOW(error);
  pthread_mutex_unlock(&m);
}
static void wait_ready_by_clock(void) {
  const struct timespec *t = LATER(CLOCK_MONOTONIC);
  pthread_mutex_lock(&m);
  waiting++;
  int error = 0;
  while (!ready && !error) error = pthread_cond_clockwait(&c, &m, CLOCK_MONOTONIC, t);
  woken++;
  SHOW(error);
  pthread_mutex_unlock(&m);
}

/* All of them wait; then they are let go. */
static void meet(int n, void (*const *f)(void), int is_broadcast) {
  pthread_t t[8];
  ready = waiting = woken = 0;
  for (int i = 0; i < n; i++) t[i] = start(f[i]);
  pthread_mutex_lock(&m);
  while (waiting < n) {
    pthread_mutex_unlock(&m);
    sched_yield();
    pthread_mutex_lock(&m);
  }
  ready = 1;
  if (is_broadcast)
    SHOW(pthread_cond_broadcast(&c));
  else
    for (int i = 0; i < n; i++) SHOW(pthread_cond_signal(&c));
  pthread_mutex_unlock(&m);
  for (int i = 0; i < n; i++) pthread_join(t[i], NULL);
  SHOW_NUMBER(woken);
}

static void show_waits(void) {
  void (*const f[])(void) = {wait_ready, wait_ready_in_time, wait_ready_by_clock, wait_ready};
  for (int i = 0; i < 3; i++) {
    meet(1, f + i, 0);
    meet(1, f + i, 1);
  }
  meet(4, f, 0);
  meet(4, f, 1);
}

static void show_times(pthread_mutex_t *x) {
  SHOW(pthread_mutex_lock(x));
  SHOW(pthread_cond_timedwait(&c, x, &negative));
  SHOW(pthread_cond_timedwait(&c, x, &too_many));
  SHOW(pthread_cond_timedwait(&c, x, &past));
  SHOW(pthread_cond_timedwait(&c, x, &before_1970));
  SHOW(pthread_cond_timedwait(&c, x, SOON(CLOCK_REALTIME)));
  SHOW(pthread_cond_clockwait(&c, x, CLOCK_REALTIME, SOON(CLOCK_REALTIME)));
  SHOW(pthread_cond_clockwait(&c, x, CLOCK_MONOTONIC, SOON(CLOCK_MONOTONIC)));
  SHOW(pthread_cond_clockwait(&c, x, CLOCK_MONOTONIC, &negative));
  SHOW(pthread_cond_clockwait(&c, x, CLOCK_THREAD_CPUTIME_ID, &past));
  SHOW(pthread_mutex_unlock(x));
}

static void show_not_owned(pthread_mutex_t *x) {
  SHOW(pthread_cond_wait(&c, x));
  SHOW(pthread_cond_timedwait(&c, x, &past));
  SHOW(pthread_cond_timedwait(&c, x, &negative));
  SHOW(pthread_cond_clockwait(&c, x, CLOCK_MONOTONIC, LATER(CLOCK_MONOTONIC)));
}

static void show_all(void) {
  SHOW(pthread_cond_signal(&c));
  SHOW(pthread_cond_broadcast(&c));
  show_waits();
  show_times(&m);
  show_times(&checking);
  show_times(&recursive);
  show_not_owned(&checking);
  show_not_owned(&recursive);
  SHOW(pthread_cond_destroy(&c));
}

static void show_monotonic(void) {
  pthread_condattr_t a;
  SHOW(pthread_condattr_init(&a));
  SHOW(pthread_condattr_setclock(&a, CLOCK_MONOTONIC));
  SHOW(pthread_cond_init(&c, &a));
  SHOW(pthread_mutex_lock(&m));
  SHOW(pthread_cond_timedwait(&c, &m, SOON(CLOCK_MONOTONIC)));
  SHOW(pthread_cond_timedwait(&c, &m, &(struct timespec){0, 5}));
  SHOW(pthread_mutex_unlock(&m));
  SHOW(pthread_cond_destroy(&c));
}

int main(void) {
  show_all();
  SHOW(pthread_cond_init(&c, NULL));
  show_all();
  show_monotonic();
  return 0;
}
