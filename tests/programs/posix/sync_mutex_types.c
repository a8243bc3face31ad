/* Recursive, error-checking and adaptive mutexes, from static initialisers and from attributes; protocols, sharing. */
#define _GNU_SOURCE
#include "sync.h"

static pthread_mutex_t *m;

static void find_it_locked(void) {
  SHOW(pthread_mutex_trylock(m));
  SHOW(pthread_mutex_timedlock(m, &past));
  SHOW(pthread_mutex_timedlock(m, SOON(CLOCK_REALTIME)));
  SHOW(pthread_mutex_timedlock(m, &negative));
}
static void unlock_it(void) { SHOW(pthread_mutex_unlock(m)); }
static void lock_and_unlock(void) {
  SHOW(pthread_mutex_trylock(m));
  SHOW(pthread_mutex_unlock(m));
}

static void show_recursive(pthread_mutex_t *which) {
  m = which;
  SHOW(pthread_mutex_unlock(m));
  SHOW(pthread_mutex_lock(m));
  SHOW(pthread_mutex_lock(m));
  SHOW(pthread_mutex_trylock(m));
  SHOW(pthread_mutex_timedlock(m, &negative));
  SHOW(pthread_mutex_clocklock(m, CLOCK_MONOTONIC, &past));
  for (int i = 0; i < 6; i++) {
    elsewhere(i < 5 ? find_it_locked : lock_and_unlock);
    elsewhere(unlock_it);
    SHOW(pthread_mutex_unlock(m));
  }
  SHOW(pthread_mutex_consistent(m));
  SHOW(pthread_mutex_destroy(m));
}

static void show_errorcheck(pthread_mutex_t *which) {
  m = which;
  SHOW(pthread_mutex_unlock(m));
  SHOW(pthread_mutex_lock(m));
  SHOW(pthread_mutex_lock(m));
  SHOW(pthread_mutex_trylock(m));
  SHOW(pthread_mutex_timedlock(m, &past));
  SHOW(pthread_mutex_timedlock(m, &negative));
  SHOW(pthread_mutex_timedlock(m, LATER(CLOCK_REALTIME)));
  SHOW(pthread_mutex_clocklock(m, CLOCK_MONOTONIC, &past));
  SHOW(pthread_mutex_clocklock(m, CLOCK_THREAD_CPUTIME_ID, &past));
  elsewhere(find_it_locked);
  elsewhere(unlock_it);
  SHOW(pthread_mutex_consistent(m));
  SHOW(pthread_mutex_unlock(m));
  SHOW(pthread_mutex_unlock(m));
  elsewhere(lock_and_unlock);
  SHOW(pthread_mutex_destroy(m));
}

static void show_normal(pthread_mutex_t *which) {
  m = which;
  SHOW(pthread_mutex_lock(m));
  SHOW(pthread_mutex_trylock(m));
  SHOW(pthread_mutex_timedlock(m, SOON(CLOCK_REALTIME)));
  elsewhere(find_it_locked);
  SHOW(pthread_mutex_unlock(m));
  elsewhere(lock_and_unlock);
  SHOW(pthread_mutex_destroy(m));
}

static void show_type(int type, int protocol, int shared, void (*show)(pthread_mutex_t *)) {
  pthread_mutexattr_t a;
  pthread_mutex_t x;
  printf("type %d, protocol %d, shared %d\n", type, protocol, shared);
  SHOW(pthread_mutexattr_init(&a));
  SHOW(pthread_mutexattr_settype(&a, type));
  SHOW(pthread_mutexattr_setprotocol(&a, protocol));
  SHOW(pthread_mutexattr_setpshared(&a, shared));
  SHOW(pthread_mutex_init(&x, &a));
  SHOW(pthread_mutexattr_destroy(&a));
  show(&x);
}

static void show_ceiling(void) {
  pthread_mutexattr_t a;
  pthread_mutex_t x;
  int ceiling = -1;
  SHOW(pthread_mutexattr_init(&a));
  SHOW(pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_PROTECT));
  SHOW(pthread_mutexattr_setprioceiling(&a, 5));
  SHOW(pthread_mutex_init(&x, &a));
  SHOW(pthread_mutex_getprioceiling(&x, &ceiling));
  SHOW_NUMBER(ceiling);
  SHOW(pthread_mutex_setprioceiling(&x, 3, &ceiling));
  SHOW_NUMBER(ceiling);
  SHOW(pthread_mutex_getprioceiling(&x, &ceiling));
  SHOW_NUMBER(ceiling);
  SHOW(pthread_mutex_setprioceiling(&x, 0, &ceiling));
  SHOW(pthread_mutex_setprioceiling(&x, 100, &ceiling));
  SHOW(pthread_mutex_setprioceiling(&x, 99, &ceiling));
  SHOW(pthread_mutex_destroy(&x));
  SHOW(pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST));
  SHOW(pthread_mutex_init(&x, &a));
}

int main(void) {
  static pthread_mutex_t r = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP,
                         e = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP,
                         a = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
  show_recursive(&r);
  show_errorcheck(&e);
  show_normal(&a);
  for (int protocol = PTHREAD_PRIO_NONE; protocol <= PTHREAD_PRIO_INHERIT; protocol++)
    for (int shared = 0; shared < 2; shared++) {
      show_type(PTHREAD_MUTEX_NORMAL, protocol, shared, show_normal);
      show_type(PTHREAD_MUTEX_RECURSIVE, protocol, shared, show_recursive);
      show_type(PTHREAD_MUTEX_ERRORCHECK, protocol, shared, show_errorcheck);
      show_type(PTHREAD_MUTEX_ADAPTIVE_NP, protocol, shared, show_normal);
    }
  show_ceiling();
  return 0;
}
