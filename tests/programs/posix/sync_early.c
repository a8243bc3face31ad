/* Objects that a constructor made and used, before there is a run. */
#define _GNU_SOURCE
#include "sync.h"
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, held, recursive;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER, monotonic;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER, made;
static pthread_spinlock_t s;
static pthread_barrier_t b;
static sem_t empty, full, used;

__attribute__((constructor)) static void make(void) {
  pthread_mutexattr_t ma;
  pthread_condattr_t ca;
  pthread_mutexattr_init(&ma);
  pthread_mutexattr_settype(&ma, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&held, &ma);
  pthread_mutex_lock(&held);
  pthread_mutexattr_settype(&ma, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&recursive, &ma);
  pthread_mutex_lock(&recursive);
  pthread_mutex_lock(&recursive);
  pthread_mutex_lock(&m);
  pthread_cond_signal(&c);
  pthread_cond_timedwait(&c, &m, &past);
  pthread_mutex_unlock(&m);
  pthread_condattr_init(&ca);
  pthread_condattr_setclock(&ca, CLOCK_MONOTONIC);
  pthread_cond_init(&monotonic, &ca);
  pthread_rwlock_wrlock(&l);
  pthread_rwlock_unlock(&l);
  pthread_rwlock_init(&made, NULL);
  pthread_rwlock_rdlock(&made);
  pthread_rwlock_unlock(&made);
  pthread_spin_init(&s, 0);
  pthread_spin_lock(&s);
  pthread_spin_unlock(&s);
  pthread_barrier_init(&b, NULL, 2);
  sem_init(&empty, 0, 0);
  sem_init(&full, 0, 3);
  sem_init(&used, 0, 1);
  sem_wait(&used);
  sem_post(&used);
  sem_post(&used);
}

static void try_them(void) {
  SHOW(pthread_mutex_trylock(&m));
  SHOW(pthread_mutex_unlock(&m));
  SHOW(pthread_mutex_trylock(&held));
  SHOW(pthread_mutex_unlock(&held));
  SHOW(pthread_mutex_trylock(&recursive));
}
static void meet(void) { pthread_barrier_wait(&b); }

int main(void) {
  int value = -1;
  elsewhere(try_them);
  SHOW(pthread_mutex_lock(&held));
  SHOW(pthread_mutex_unlock(&held));
  SHOW(pthread_mutex_unlock(&held));
  SHOW(pthread_mutex_unlock(&recursive));
  elsewhere(try_them);
  SHOW(pthread_mutex_unlock(&recursive));
  SHOW(pthread_mutex_unlock(&recursive));
  SHOW(pthread_mutex_lock(&m));
  SHOW(pthread_cond_timedwait(&c, &m, &past));
  SHOW(pthread_cond_timedwait(&monotonic, &m, SOON(CLOCK_MONOTONIC)));
  SHOW(pthread_mutex_unlock(&m));
  SHOW(pthread_rwlock_tryrdlock(&l));
  SHOW(pthread_rwlock_trywrlock(&l));
  SHOW(pthread_rwlock_unlock(&l));
  SHOW(pthread_rwlock_trywrlock(&made));
  SHOW(pthread_rwlock_unlock(&made));
  SHOW(pthread_spin_trylock(&s));
  SHOW(pthread_spin_unlock(&s));
  pthread_t t = start(meet);
  meet();
  pthread_join(t, NULL);
  SHOW_ERRNO(sem_trywait(&empty));
  SHOW_ERRNO(sem_trywait(&full));
  SHOW_ERRNO(sem_getvalue(&full, &value));
  SHOW_NUMBER(value);
  SHOW_ERRNO(sem_getvalue(&used, &value));
  SHOW_NUMBER(value);
  return 0;
}
