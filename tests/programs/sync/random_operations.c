/* Three threads do what input bytes tell them with objects of every kind; tests/sync_model.c follows them with the model. No misuse: what
 * a thread has not taken it does not give back. The objects are made while there are threads, so that the trace has all of their life. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <raddle.h>
#include <semaphore.h>
#include <time.h>

enum { THREADS = 3, OPERATIONS = 7 };
static pthread_mutex_t mutex, checking, robust, for_cond;
static pthread_rwlock_t lock, writers_first;
static sem_t full, empty;
static pthread_cond_t cond;
static pthread_barrier_t start, barrier, asked;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_spinlock_t spin;
static pthread_t threads[THREADS];
static unsigned char script[THREADS][OPERATIONS];
static const struct timespec later = {4000000000, 0};

struct held {
  int mutex, checking, robust, spin, lock, writers_first; /* how often */
};

static void routine(void) { sem_post(&full); }

static void use_mutexes(unsigned char what, struct held *h) {
  switch (what) {
  case 0: h->mutex += !h->mutex && !pthread_mutex_lock(&mutex); break;
  case 1: h->mutex += !h->mutex && !pthread_mutex_trylock(&mutex); break;
  case 2: h->mutex += !h->mutex && !pthread_mutex_timedlock(&mutex, &later); break;
  case 3: h->mutex -= h->mutex && !pthread_mutex_unlock(&mutex); break;
  case 4: h->checking += !pthread_mutex_lock(&checking); break;
  case 5: h->checking -= !pthread_mutex_unlock(&checking); break;
  case 6:
    if (!h->robust) h->robust = pthread_mutex_lock(&robust) != ENOTRECOVERABLE;
    break;
  case 7:
    if (h->robust) pthread_mutex_consistent(&robust), pthread_mutex_unlock(&robust), h->robust = 0;
    break;
  case 8:
    if (h->robust) pthread_mutex_unlock(&robust), h->robust = 0; /* perhaps lost */
    break;
  case 9: h->spin += !h->spin && !pthread_spin_lock(&spin); break;
  case 10: h->spin += !h->spin && !pthread_spin_trylock(&spin); break;
  default: h->spin -= h->spin && !pthread_spin_unlock(&spin); break;
  }
}

static void use_rwlock(pthread_rwlock_t *l, unsigned char what, int *held) {
  switch (what) {
  case 0:
  case 1: *held += !pthread_rwlock_rdlock(l); break;
  case 2: *held += !pthread_rwlock_tryrdlock(l); break;
  case 3: *held += !pthread_rwlock_timedrdlock(l, &later); break;
  case 4: *held += !*held && !pthread_rwlock_wrlock(l); break;
  case 5: *held += !*held && !pthread_rwlock_trywrlock(l); break;
  case 6: *held += !*held && !pthread_rwlock_timedwrlock(l, &later); break;
  default: *held -= *held && !pthread_rwlock_unlock(l); break;
  }
}

static void use_semaphores(unsigned char what) {
  int value;
  sem_t *s = what % 2 ? &full : &empty;
  switch (what / 2) {
  case 0: sem_wait(s); break;
  case 1: sem_trywait(s); break;
  case 2: sem_timedwait(s, &later); break;
  case 3: sem_getvalue(s, &value); break;
  default: sem_post(s); break;
  }
}

static void unlock(void *m) { pthread_mutex_unlock(m); }

static void use_cond(unsigned char what) {
  switch (what) {
  case 0: pthread_cond_signal(&cond); break;
  case 1: pthread_cond_broadcast(&cond); break;
  default:
    pthread_mutex_lock(&for_cond);
    pthread_cleanup_push(unlock, &for_cond);
    if (what == 2)
      pthread_cond_wait(&cond, &for_cond);
    else
      pthread_cond_timedwait(&cond, &for_cond, &later);
    pthread_cleanup_pop(1);
  }
}

static void use_others(unsigned char what, int self) {
  static int serials;
  switch (what) {
  case 0: pthread_barrier_wait(&barrier); break;
  case 1: serials += pthread_barrier_wait(&asked) == PTHREAD_BARRIER_SERIAL_THREAD; break;
  case 2: pthread_once(&once, routine); break;
  case 3: pthread_testcancel(); break;
  case 4:
    if (self + 1 < THREADS) pthread_cancel(threads[self + 1]); /* joined after this one */
    break;
  default: sched_yield(); break;
  }
}

static void *work(void *argument) {
  int self = (int)(long)argument;
  struct held h = {0};
  pthread_barrier_wait(&start);
  for (int i = 0; i < OPERATIONS; i++) {
    unsigned char what = script[self][i];
    if (what < 60)
      use_mutexes(what % 12, &h);
    else if (what < 90)
      use_rwlock(&lock, what % 8, &h.lock);
    else if (what < 120)
      use_rwlock(&writers_first, what % 8, &h.writers_first);
    else if (what < 170)
      use_semaphores(what % 10);
    else if (what < 200)
      use_cond(what % 4);
    else
      use_others(what % 6, self);
  }
  return NULL;
}

static void *nothing(void *argument) { return argument; }

static void make(void) {
  pthread_mutexattr_t m;
  pthread_rwlockattr_t l;
  pthread_mutexattr_init(&m);
  pthread_rwlockattr_init(&l);
  pthread_mutex_init(&mutex, NULL);
  pthread_mutex_init(&for_cond, NULL);
  pthread_mutexattr_settype(&m, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&checking, &m);
  pthread_mutexattr_setrobust(&m, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&robust, &m);
  pthread_rwlock_init(&lock, NULL);
  pthread_rwlockattr_setkind_np(&l, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  pthread_rwlock_init(&writers_first, &l);
  sem_init(&full, 0, 2);
  sem_init(&empty, 0, 0);
  pthread_cond_init(&cond, NULL);
  pthread_barrier_init(&start, NULL, THREADS + 1);
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_barrier_init(&asked, NULL, 2);
  pthread_spin_init(&spin, 0);
}

int main(void) {
  pthread_t first;
  raddle_symbolic(script, sizeof script, "script");
  pthread_create(&first, NULL, nothing, NULL);
  make();
  for (long i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, (void *)i);
  pthread_barrier_wait(&start);
  pthread_join(first, NULL);
  for (long i = 0; i < THREADS; i++)
    if (pthread_tryjoin_np(threads[i], NULL)) pthread_join(threads[i], NULL);
}
