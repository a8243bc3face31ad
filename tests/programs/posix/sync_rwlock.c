/* Read-write locks of every kind. */
#define _GNU_SOURCE
#include "sync.h"

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int stage;

static void try_all(void) {
  int error;
  SHOW(error = pthread_rwlock_tryrdlock(&l));
  if (!error) SHOW(pthread_rwlock_unlock(&l));
  SHOW(error = pthread_rwlock_trywrlock(&l));
  if (!error) SHOW(pthread_rwlock_unlock(&l));
  SHOW(error = pthread_rwlock_timedrdlock(&l, &past));
  if (!error) SHOW(pthread_rwlock_unlock(&l));
  SHOW(error = pthread_rwlock_timedwrlock(&l, &past));
  if (!error) SHOW(pthread_rwlock_unlock(&l));
  SHOW(error = pthread_rwlock_timedrdlock(&l, SOON(CLOCK_REALTIME)));
  if (!error) SHOW(pthread_rwlock_unlock(&l));
  SHOW(error = pthread_rwlock_timedwrlock(&l, SOON(CLOCK_REALTIME)));
  if (!error) SHOW(pthread_rwlock_unlock(&l));
  SHOW(error = pthread_rwlock_clockrdlock(&l, CLOCK_MONOTONIC, SOON(CLOCK_MONOTONIC)));
  if (!error) SHOW(pthread_rwlock_unlock(&l));
  SHOW(error = pthread_rwlock_clockwrlock(&l, CLOCK_MONOTONIC, SOON(CLOCK_MONOTONIC)));
  if (!error) SHOW(pthread_rwlock_unlock(&l));
}
static void try_nonsense(void) {
  SHOW(pthread_rwlock_timedrdlock(&l, &negative));
  SHOW(pthread_rwlock_timedwrlock(&l, &too_many));
  SHOW(pthread_rwlock_clockrdlock(&l, CLOCK_MONOTONIC, &negative));
  SHOW(pthread_rwlock_clockwrlock(&l, CLOCK_REALTIME, &too_many));
  SHOW(pthread_rwlock_clockrdlock(&l, CLOCK_THREAD_CPUTIME_ID, &past));
  SHOW(pthread_rwlock_clockwrlock(&l, CLOCK_PROCESS_CPUTIME_ID, &past));
}
static void read_it(void) {
  stage = 1;
  SHOW(pthread_rwlock_rdlock(&l));
  SHOW(pthread_rwlock_unlock(&l));
}
static void write_it(void) {
  stage = 1;
  SHOW(pthread_rwlock_wrlock(&l));
  SHOW(pthread_rwlock_unlock(&l));
}
static void write_in_time(void) {
  const struct timespec *t = LATER(CLOCK_REALTIME);
  stage = 1;
  SHOW(pthread_rwlock_timedwrlock(&l, t));
  SHOW(pthread_rwlock_unlock(&l));
}
static void read_in_time(void) {
  const struct timespec *t = LATER(CLOCK_MONOTONIC);
  stage = 1;
  SHOW(pthread_rwlock_clockrdlock(&l, CLOCK_MONOTONIC, t));
  SHOW(pthread_rwlock_unlock(&l));
}

static void hand_over(int is_writer, void (*to)(void)) {
  stage = 0;
  if (is_writer)
    SHOW(pthread_rwlock_wrlock(&l));
  else
    SHOW(pthread_rwlock_rdlock(&l));
  pthread_t t = start(to);
  wait_for(&stage);
  int error = pthread_rwlock_unlock(&l);
  pthread_join(t, NULL);
  SHOW(error);
}

static void show_all(void) {
  try_all();
  try_nonsense();
  printf("written\n");
  SHOW(pthread_rwlock_wrlock(&l));
  SHOW(pthread_rwlock_wrlock(&l));
  SHOW(pthread_rwlock_rdlock(&l));
  try_all();
  try_nonsense();
  elsewhere(try_all);
  elsewhere(try_nonsense);
  SHOW(pthread_rwlock_unlock(&l));
  printf("read\n");
  SHOW(pthread_rwlock_rdlock(&l));
  SHOW(pthread_rwlock_rdlock(&l));
  SHOW(pthread_rwlock_tryrdlock(&l));
  SHOW(pthread_rwlock_trywrlock(&l));
  SHOW(pthread_rwlock_timedwrlock(&l, SOON(CLOCK_REALTIME)));
  elsewhere(try_all);
  elsewhere(try_nonsense);
  elsewhere(read_it);
  for (int i = 0; i < 3; i++) SHOW(pthread_rwlock_unlock(&l));
  hand_over(1, read_it);
  hand_over(1, write_it);
  hand_over(0, write_it);
  hand_over(0, write_in_time);
  hand_over(1, read_in_time);
  SHOW(pthread_rwlock_destroy(&l));
}

static void show_kind(int kind, int shared) {
  pthread_rwlockattr_t a;
  printf("kind %d, shared %d\n", kind, shared);
  SHOW(pthread_rwlockattr_init(&a));
  SHOW(pthread_rwlockattr_setkind_np(&a, kind));
  SHOW(pthread_rwlockattr_setpshared(&a, shared));
  SHOW(pthread_rwlock_init(&l, &a));
  SHOW(pthread_rwlockattr_destroy(&a));
  show_all();
}

/* Where writers go first, one that waits keeps new readers out. */
static void show_preference(int kind) {
  pthread_rwlockattr_t a;
  pthread_rwlockattr_init(&a);
  pthread_rwlockattr_setkind_np(&a, kind);
  SHOW(pthread_rwlock_init(&l, &a));
  stage = 0;
  SHOW(pthread_rwlock_rdlock(&l));
  pthread_t t = start(write_in_time);
  wait_for(&stage);
  usleep(50000);
  int error = pthread_rwlock_tryrdlock(&l);
  SHOW(error);
  if (!error) pthread_rwlock_unlock(&l);
  error = pthread_rwlock_timedrdlock(&l, SOON(CLOCK_REALTIME));
  SHOW(error);
  if (!error) pthread_rwlock_unlock(&l);
  error = pthread_rwlock_unlock(&l);
  pthread_join(t, NULL);
  SHOW(error);
  SHOW(pthread_rwlock_destroy(&l));
}

int main(void) {
  static const pthread_rwlock_t writers = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
  show_all();
  SHOW(pthread_rwlock_init(&l, NULL));
  show_all();
  l = writers;
  SHOW(pthread_rwlock_wrlock(&l));
  SHOW(pthread_rwlock_unlock(&l));
  SHOW(pthread_rwlock_destroy(&l));
  for (int kind = PTHREAD_RWLOCK_PREFER_READER_NP; kind <= PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
       kind++) {
    show_kind(kind, kind == PTHREAD_RWLOCK_PREFER_WRITER_NP);
    show_preference(kind);
  }
  return 0;
}
