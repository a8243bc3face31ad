/* Robust mutexes: the owner ends, the next one is told, repairs or does not. */
#define _GNU_SOURCE
#include "sync.h"

static pthread_mutex_t m, second;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static atomic_int stage;

static void die_with_it(void) { SHOW(pthread_mutex_lock(&m)); }
static void die_with_both(void) {
  SHOW(pthread_mutex_lock(&m));
  SHOW(pthread_mutex_lock(&second));
  pthread_exit(NULL);
}
static void die_with_it_again(void) { SHOW(pthread_mutex_trylock(&m)); }
static void try_it(void) {
  SHOW(pthread_mutex_trylock(&m));
  SHOW(pthread_mutex_timedlock(&m, &past));
  SHOW(pthread_mutex_timedlock(&m, &negative));
  SHOW(pthread_mutex_timedlock(&m, SOON(CLOCK_REALTIME)));
  SHOW(pthread_mutex_unlock(&m));
}
/* Not pthread_mutex_trylock: the library's leaves it locked then. */
static void find_it_lost(void) {
  SHOW(pthread_mutex_lock(&m));
  SHOW(pthread_mutex_timedlock(&m, &past));
  SHOW(pthread_mutex_timedlock(&m, LATER(CLOCK_REALTIME)));
  SHOW(pthread_mutex_consistent(&m));
  SHOW(pthread_mutex_unlock(&m));
}
static void wait_for_it(void) {
  stage = 1;
  SHOW(pthread_mutex_lock(&m));
  SHOW(pthread_mutex_consistent(&m));
  SHOW(pthread_mutex_unlock(&m));
}
static void die_while_waited_for(void) {
  SHOW(pthread_mutex_lock(&m));
  stage = 2;
  wait_for(&stage);
}
static void wait_signalled(void) {
  SHOW(pthread_mutex_lock(&m));
  stage = 1;
  SHOW(pthread_cond_wait(&cond, &m));
  SHOW(pthread_mutex_consistent(&m));
  SHOW(pthread_mutex_unlock(&m));
}

static void make(pthread_mutex_t *x, int type, int protocol) {
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_settype(&a, type);
  pthread_mutexattr_setprotocol(&a, protocol);
  SHOW(pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST));
  SHOW(pthread_mutex_init(x, &a));
}

static void show_unlocked(void) {
  SHOW(pthread_mutex_unlock(&m));
  SHOW(pthread_mutex_consistent(&m));
  SHOW(pthread_mutex_lock(&m));
  SHOW(pthread_mutex_consistent(&m));
  elsewhere(try_it);
  SHOW(pthread_mutex_unlock(&m));
}

static void show_repaired(void) {
  elsewhere(die_with_it);
  SHOW(pthread_mutex_consistent(&m));
  SHOW(pthread_mutex_lock(&m));
  elsewhere(try_it);
  SHOW(pthread_mutex_consistent(&m));
  SHOW(pthread_mutex_consistent(&m));
  SHOW(pthread_mutex_unlock(&m));
  SHOW(pthread_mutex_trylock(&m));
  SHOW(pthread_mutex_unlock(&m));
}

static void show_both(void) {
  elsewhere(die_with_both);
  SHOW(pthread_mutex_timedlock(&m, &past));
  SHOW(pthread_mutex_trylock(&second));
  SHOW(pthread_mutex_consistent(&m));
  SHOW(pthread_mutex_consistent(&second));
  SHOW(pthread_mutex_unlock(&second));
  SHOW(pthread_mutex_unlock(&m));
}

static void show_twice(void) {
  elsewhere(die_with_it);
  elsewhere(die_with_it_again);
  SHOW(pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &past));
  SHOW(pthread_mutex_consistent(&m));
  SHOW(pthread_mutex_unlock(&m));
}

static void show_waiters(void) {
  stage = 0;
  pthread_t t = start(die_while_waited_for);
  while (stage != 2) sched_yield();
  SHOW(pthread_mutex_lock(&m));
  pthread_join(t, NULL);
  SHOW(pthread_mutex_consistent(&m));
  stage = 0;
  t = start(wait_for_it);
  wait_for(&stage);
  int error = pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  SHOW(error);
}

/* The mutex of a condition variable is given up by who signalled. */
static void show_condition(void) {
  stage = 0;
  pthread_t t = start(wait_signalled);
  wait_for(&stage);
  elsewhere(die_with_it);
  SHOW(pthread_mutex_lock(&m));
  SHOW(pthread_mutex_consistent(&m));
  SHOW(pthread_cond_signal(&cond));
  int error = pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  SHOW(error);
}

static void show_lost(void) {
  elsewhere(die_with_it);
  SHOW(pthread_mutex_lock(&m));
  SHOW(pthread_mutex_unlock(&m));
  find_it_lost();
  elsewhere(find_it_lost);
  SHOW(pthread_mutex_destroy(&m));
  SHOW(pthread_mutex_destroy(&second));
}

static void again(int type) {
  SHOW(pthread_mutex_lock(&m));
  if (type == PTHREAD_MUTEX_NORMAL) SHOW(pthread_mutex_timedlock(&m, SOON(CLOCK_REALTIME)));
  if (type != PTHREAD_MUTEX_NORMAL) SHOW(pthread_mutex_lock(&m));
  SHOW(pthread_mutex_trylock(&m));
  for (int i = 0; i < (type == PTHREAD_MUTEX_RECURSIVE ? 3 : 1); i++) SHOW(pthread_mutex_unlock(&m));
  if (type != PTHREAD_MUTEX_RECURSIVE) elsewhere(try_it);
}

int main(void) {
  static const int types[] = {PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_ERRORCHECK};
  for (int i = 0; i < 3; i++) {
    printf("type %d\n", types[i]);
    make(&m, types[i], PTHREAD_PRIO_NONE);
    make(&second, types[i], PTHREAD_PRIO_NONE);
    show_unlocked();
    again(types[i]);
    show_repaired();
    show_both();
    show_twice();
    show_waiters();
    show_condition();
    show_lost();
  }
  return 0;
}
