/* Semaphores without a name. */
#define _GNU_SOURCE
#include "sync.h"
#include <limits.h>
#include <semaphore.h>

static sem_t s;
static atomic_int stage;

static void wait_it(void) {
  stage = 1;
  SHOW_ERRNO(sem_wait(&s));
}
static void wait_in_time(void) {
  const struct timespec *t = LATER(CLOCK_REALTIME);
  stage = 1;
  SHOW_ERRNO(sem_timedwait(&s, t));
}
static void wait_by_clock(void) {
  const struct timespec *t = LATER(CLOCK_MONOTONIC);
  stage = 1;
  SHOW_ERRNO(sem_clockwait(&s, CLOCK_MONOTONIC, t));
}

static void hand_over(void (*to)(void)) {
  stage = 0;
  pthread_t t = start(to);
  wait_for(&stage);
  int result = sem_post(&s);
  pthread_join(t, NULL);
  SHOW_ERRNO(result);
}

static void show_value(void) {
  int value = -1;
  SHOW_ERRNO(sem_getvalue(&s, &value));
  SHOW_NUMBER(value);
}

static void show_empty(void) {
  show_value();
  SHOW_ERRNO(sem_trywait(&s));
  SHOW_ERRNO(sem_timedwait(&s, &past));
  SHOW_ERRNO(sem_timedwait(&s, &before_1970));
  SHOW_ERRNO(sem_timedwait(&s, &negative));
  SHOW_ERRNO(sem_timedwait(&s, &too_many));
  SHOW_ERRNO(sem_timedwait(&s, SOON(CLOCK_REALTIME)));
  SHOW_ERRNO(sem_clockwait(&s, CLOCK_MONOTONIC, SOON(CLOCK_MONOTONIC)));
  SHOW_ERRNO(sem_clockwait(&s, CLOCK_MONOTONIC, &negative));
  SHOW_ERRNO(sem_clockwait(&s, CLOCK_THREAD_CPUTIME_ID, &past));
}

static void show_filled(void) {
  for (int i = 0; i < 6; i++) SHOW_ERRNO(sem_post(&s));
  show_value();
  SHOW_ERRNO(sem_wait(&s));
  SHOW_ERRNO(sem_trywait(&s));
  SHOW_ERRNO(sem_timedwait(&s, &past));
  SHOW_ERRNO(sem_timedwait(&s, &negative));
  SHOW_ERRNO(sem_timedwait(&s, LATER(CLOCK_REALTIME)));
  SHOW_ERRNO(sem_clockwait(&s, CLOCK_REALTIME, &past));
  SHOW_ERRNO(sem_clockwait(&s, CLOCK_MONOTONIC, &too_many));
  SHOW_ERRNO(sem_clockwait(&s, CLOCK_THREAD_CPUTIME_ID, &past));
  show_value();
  SHOW_ERRNO(sem_wait(&s));
}

int main(void) {
  SHOW_ERRNO(sem_init(&s, 0, (unsigned)INT_MAX + 1));
  SHOW_ERRNO(sem_init(&s, 0, UINT_MAX));
  SHOW_ERRNO(sem_init(&s, 0, INT_MAX));
  show_value();
  SHOW_ERRNO(sem_post(&s));
  show_value();
  SHOW_ERRNO(sem_destroy(&s));
  for (int shared = 0; shared < 2; shared++) {
    SHOW_ERRNO(sem_init(&s, shared, 0));
    show_empty();
    show_filled();
    show_empty();
    hand_over(wait_it);
    hand_over(wait_in_time);
    hand_over(wait_by_clock);
    SHOW_ERRNO(sem_destroy(&s));
  }
  return 0;
}
