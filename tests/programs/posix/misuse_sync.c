/* Synchronisation objects used against their rules, one way for each name on the command line. The line that is wrong is
 * marked with the name, the kind of bug and the function; where the lines are `good` there is none. */
#define _GNU_SOURCE
#include "sync.h"
#include <fcntl.h>
#include <semaphore.h>
#include <threads.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, m2 = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t s;
static pthread_barrier_t b;
static sem_t sem;
static mtx_t mtx;
static pthread_mutex_t *heap;
static atomic_int ready, asleep;

static void lock_m(void) { pthread_mutex_lock(&m); }
static void lock_both(void) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
}

/* Mutexes. */

static void unlock_unlocked(void) {
  pthread_mutex_unlock(&m); // BUG unlock_unlocked lock-misuse unlock_unlocked
}
static void unlock_twice(void) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&m); // BUG unlock_twice lock-misuse unlock_twice
}
static void unlock_m(void) {
  pthread_mutex_unlock(&m); // BUG unlock_other lock-misuse unlock_m
}
static void unlock_other(void) {
  pthread_mutex_lock(&m);
  elsewhere(unlock_m);
}
static void unlock_adaptive(void) {
  static pthread_mutex_t a = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
  pthread_mutex_unlock(&a); // BUG unlock_adaptive lock-misuse unlock_adaptive
}
static void destroy_locked(void) {
  pthread_mutex_lock(&m);
  pthread_mutex_destroy(&m); // BUG destroy_locked lock-misuse destroy_locked
}
static void destroy_m(void) {
  pthread_mutex_destroy(&m); // BUG destroy_others lock-misuse destroy_m
}
static void hold_for_ever(void) {
  pthread_mutex_lock(&m);
  ready = 1;
  sem_wait(&sem);
}
static void destroy_others(void) {
  sem_init(&sem, 0, 0);
  pthread_t t = start(hold_for_ever);
  wait_for(&ready);
  destroy_m();
  sem_post(&sem);
  pthread_join(t, NULL);
}
static void lock_destroyed(void) {
  pthread_mutex_destroy(&m);
  pthread_mutex_lock(&m); // BUG lock_destroyed lock-misuse lock_destroyed
}
static void destroy_twice(void) {
  pthread_mutex_destroy(&m);
  pthread_mutex_destroy(&m); // BUG destroy_twice lock-misuse destroy_twice
}
static void lock_after_main(void) {
  pthread_mutex_lock(&m); // BUG destroy_awaited lock-misuse lock_after_main
  pthread_mutex_unlock(&m);
}
static void destroy_awaited(void) {
  pthread_mutex_lock(&m);
  pthread_t t = start(lock_after_main);
  pthread_mutex_unlock(&m);
  pthread_mutex_destroy(&m);
  pthread_join(t, NULL);
}
static void lock_garbage(void) {
  memset(&m, 0xa5, sizeof m);
  pthread_mutex_lock(&m); // BUG lock_garbage lock-misuse lock_garbage
}
static void lock_freed(void) {
  heap = malloc(sizeof *heap);
  pthread_mutex_init(heap, NULL);
  free(heap);
  pthread_mutex_lock(heap); // BUG lock_freed use-after-free lock_freed
}
static void lock_heap(void) {
  pthread_mutex_lock(heap); // BUG free_awaited use-after-free lock_heap
  pthread_mutex_unlock(heap);
}
static void free_awaited(void) {
  heap = malloc(sizeof *heap);
  pthread_mutex_init(heap, NULL);
  pthread_t t = start(lock_heap);
  free(heap);
  pthread_join(t, NULL);
}
static void lock_copy(void) {
  pthread_mutex_lock(&m);
  m2 = m;
  pthread_mutex_lock(&m2); // BUG lock_copy lock-misuse lock_copy
}
static void init_locked(void) {
  pthread_mutex_lock(&m);
  pthread_mutex_init(&m, NULL); // BUG init_locked lock-misuse init_locked
}
static void lock_null(void) {
  pthread_mutex_t *volatile p = NULL;
  pthread_mutex_lock(p); // BUG lock_null null-deref lock_null
}
static void unlock_c11(void) {
  mtx_init(&mtx, mtx_plain);
  mtx_unlock(&mtx); // BUG unlock_c11 lock-misuse unlock_c11
}
static void lock_small(void) {
  heap = malloc(sizeof *heap - 8);
  pthread_mutex_lock(heap); // BUG lock_small heap-overflow lock_small
}

/* Condition variables. */

static void wait_unlocked(void) {
  pthread_cond_wait(&c, &m); // BUG wait_unlocked lock-misuse wait_unlocked
}
static void wait_with_others(void) {
  pthread_cond_wait(&c, &m); // BUG wait_others lock-misuse wait_with_others
}
static void wait_others(void) {
  pthread_mutex_lock(&m);
  elsewhere(wait_with_others);
}
static void wait_m(void) {
  pthread_mutex_lock(&m);
  asleep = 1;
  while (!ready) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
}
static void wait_m2(void) {
  pthread_mutex_lock(&m2);
  struct timespec t = in_future(CLOCK_REALTIME, 1000);
  pthread_cond_timedwait(&c, &m2, &t); // BUG wait_two_mutexes lock-misuse wait_m2
  pthread_mutex_unlock(&m2);
}
static void set_ready(int is_broadcast) {
  pthread_mutex_lock(&m);
  ready = 1;
  if (is_broadcast) pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
}
static void wait_until_asleep(void) {
  wait_for(&asleep);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
}
static void wait_two_mutexes(void) {
  pthread_t t = start(wait_m);
  wait_until_asleep();
  wait_m2();
  set_ready(1);
  pthread_join(t, NULL);
}
static void destroy_waiting(void) {
  pthread_t t = start(wait_m);
  wait_until_asleep();
  pthread_cond_destroy(&c); // BUG destroy_waiting lock-misuse destroy_waiting
  pthread_join(t, NULL);
}
static void signal_destroyed(void) {
  pthread_cond_destroy(&c);
  pthread_cond_signal(&c); // BUG signal_destroyed lock-misuse signal_destroyed
}
static void wait_garbage(void) {
  memset(&c, 1, sizeof c);
  pthread_mutex_lock(&m);
  pthread_cond_wait(&c, &m); // BUG wait_garbage lock-misuse wait_garbage
}
static void wait_recursively(void) {
  static pthread_mutex_t r = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
  pthread_mutex_lock(&r);
  pthread_mutex_lock(&r);
  pthread_cond_wait(&c, &r); // BUG wait_recursively deadlock wait_recursively
}

/* Read-write locks. */

static void unlock_rw(void) {
  pthread_rwlock_unlock(&l); // BUG unlock_rw lock-misuse unlock_rw
}
static void unlock_rw_here(void) {
  pthread_rwlock_unlock(&l); // BUG unlock_read lock-misuse unlock_rw_here
}
static void unlock_read(void) {
  pthread_rwlock_rdlock(&l);
  elsewhere(unlock_rw_here);
}
static void unlock_rw_there(void) {
  pthread_rwlock_unlock(&l); // BUG unlock_written lock-misuse unlock_rw_there
}
static void unlock_written(void) {
  pthread_rwlock_wrlock(&l);
  elsewhere(unlock_rw_there);
}
static void destroy_read(void) {
  pthread_rwlock_rdlock(&l);
  pthread_rwlock_destroy(&l); // BUG destroy_read lock-misuse destroy_read
}
static void destroy_written(void) {
  pthread_rwlock_wrlock(&l);
  pthread_rwlock_destroy(&l); // BUG destroy_written lock-misuse destroy_written
}
static void read_destroyed(void) {
  pthread_rwlock_destroy(&l);
  pthread_rwlock_rdlock(&l); // BUG read_destroyed lock-misuse read_destroyed
}
static void upgrade(void) {
  pthread_rwlock_rdlock(&l);
  pthread_rwlock_wrlock(&l); // BUG upgrade deadlock upgrade
}
static void write_l(void) {
  pthread_rwlock_wrlock(&l);
  pthread_rwlock_unlock(&l);
}
static void make_writers_first(void) {
  pthread_rwlockattr_t a;
  pthread_rwlockattr_init(&a);
  pthread_rwlockattr_setkind_np(&a, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  pthread_rwlock_init(&l, &a);
}
static void read_twice(void) {
  pthread_t t = start(write_l);
  pthread_rwlock_rdlock(&l);
  pthread_rwlock_rdlock(&l); // BUG read_behind_writer deadlock read_twice
  pthread_rwlock_unlock(&l);
  pthread_rwlock_unlock(&l);
  pthread_join(t, NULL);
}
static void read_behind_writer(void) {
  make_writers_first();
  read_twice();
}
static void good_read_twice(void) { read_twice(); }

/* Spinlocks, barriers, semaphores. */

static void unlock_spin(void) {
  pthread_spin_init(&s, 0);
  pthread_spin_unlock(&s); // BUG unlock_spin lock-misuse unlock_spin
}
static void unlock_s(void) {
  pthread_spin_unlock(&s); // BUG unlock_others_spin lock-misuse unlock_s
}
static void unlock_others_spin(void) {
  pthread_spin_init(&s, 0);
  pthread_spin_lock(&s);
  elsewhere(unlock_s);
}
static void destroy_spin(void) {
  pthread_spin_init(&s, 0);
  pthread_spin_lock(&s);
  pthread_spin_destroy(&s); // BUG destroy_spin lock-misuse destroy_spin
}
static void lock_no_spin(void) {
  pthread_spin_lock(&s); // BUG lock_no_spin lock-misuse lock_no_spin
}
static void spin_twice(void) {
  pthread_spin_init(&s, 0);
  pthread_spin_lock(&s);
  pthread_spin_lock(&s); // BUG spin_twice deadlock spin_twice
}
static void wait_b(void) {
  pthread_barrier_wait(&b); // BUG wait_short_barrier deadlock wait_b
}
static void destroy_barrier(void) {
  pthread_barrier_init(&b, NULL, 2);
  pthread_t t = start(wait_b);
  sched_yield();
  pthread_barrier_destroy(&b); // BUG destroy_barrier lock-misuse destroy_barrier
  pthread_join(t, NULL);
}
static void wait_no_barrier(void) {
  pthread_barrier_wait(&b); // BUG wait_no_barrier lock-misuse wait_no_barrier
}
static void wait_short_barrier(void) {
  pthread_barrier_init(&b, NULL, 3);
  pthread_t t = start(wait_b);
  wait_b();
  pthread_join(t, NULL);
}
static void wait_no_semaphore(void) {
  sem_wait(&sem); // BUG wait_no_semaphore lock-misuse wait_no_semaphore
}
static void post_destroyed(void) {
  sem_init(&sem, 0, 1);
  sem_destroy(&sem);
  sem_post(&sem); // BUG post_destroyed lock-misuse post_destroyed
}
static void wait_sem(void) { sem_wait(&sem); } // BUG destroy_semaphore lock-misuse wait_sem
static void destroy_semaphore(void) {
  sem_init(&sem, 0, 0);
  pthread_t t = start(wait_sem);
  sched_yield();
  sem_destroy(&sem);
  pthread_join(t, NULL);
}
static void use_closed(void) {
  sem_t *p = sem_open("/raddle-misuse", O_CREAT, 0600, 1);
  sem_unlink("/raddle-misuse");
  sem_wait(p);
  sem_close(p);
  sem_post(p); // BUG use_closed lock-misuse use_closed
}

/* Deadlocks. */

static void lock_twice(void) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m); // BUG lock_twice lock-misuse lock_twice
}
static void lock_of_ended(void) {
  elsewhere(lock_m);
  pthread_mutex_lock(&m); // BUG lock_of_ended deadlock lock_of_ended
}

/* Good ones: what looks like misuse and is none. */

static void good_early_destroy(void) {
  pthread_t t = start(wait_m);
  set_ready(1);
  pthread_cond_destroy(&c);
  pthread_join(t, NULL);
  lock_both();
}
static void good_change_of_mutex(void) {
  pthread_t t = start(wait_m);
  set_ready(1);
  pthread_mutex_lock(&m2);
  struct timespec time = in_future(CLOCK_REALTIME, 10);
  int error = pthread_cond_timedwait(&c, &m2, &time);
  if (error != ETIMEDOUT) abort();
  pthread_mutex_unlock(&m2);
  pthread_join(t, NULL);
}
static void good_copies(void) {
  struct {
    pthread_mutex_t mutex;
    pthread_cond_t cond;
    pthread_rwlock_t rwlock;
    sem_t sem;
  } *array = malloc(sizeof *array);
  pthread_mutex_init(&array->mutex, NULL);
  pthread_cond_init(&array->cond, NULL);
  pthread_rwlock_init(&array->rwlock, NULL);
  sem_init(&array->sem, 0, 0);
  pthread_mutex_lock(&array->mutex);
  pthread_mutex_unlock(&array->mutex);
  sem_post(&array->sem);
  array = realloc(array, 100 * sizeof *array);
  pthread_mutex_lock(&array->mutex);
  pthread_mutex_unlock(&array->mutex);
  pthread_cond_signal(&array->cond);
  pthread_rwlock_wrlock(&array->rwlock);
  pthread_rwlock_unlock(&array->rwlock);
  if (sem_trywait(&array->sem) || !sem_trywait(&array->sem)) abort();
  free(array);
}
static int local_lock(int value) {
  pthread_mutex_t local = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&local);
  return value + 1; /* it is gone, locked or not */
}
static int local_init(int value) {
  pthread_mutex_t local;
  pthread_mutex_init(&local, NULL);
  pthread_mutex_lock(&local);
  return value + 1;
}
static void good_locals(void) {
  int n = 0;
  for (int i = 0; i < 3; i++) n = local_lock(n);
  for (int i = 0; i < 3; i++) n = local_init(n);
  if (n != 6) abort();
}

#define CASES(CASE)                                                                                          \
  CASE(unlock_unlocked)                                                                                      \
  CASE(unlock_twice)                                                                                         \
  CASE(unlock_other)                                                                                         \
  CASE(unlock_adaptive)                                                                                      \
  CASE(destroy_locked)                                                                                       \
  CASE(destroy_others)                                                                                       \
  CASE(lock_destroyed)                                                                                       \
  CASE(destroy_twice)                                                                                        \
  CASE(destroy_awaited)                                                                                      \
  CASE(lock_garbage)                                                                                         \
  CASE(lock_freed)                                                                                           \
  CASE(free_awaited)                                                                                         \
  CASE(lock_copy)                                                                                            \
  CASE(init_locked)                                                                                          \
  CASE(lock_null)                                                                                            \
  CASE(unlock_c11)                                                                                           \
  CASE(lock_small)                                                                                           \
  CASE(wait_unlocked)                                                                                        \
  CASE(wait_others)                                                                                          \
  CASE(wait_two_mutexes)                                                                                     \
  CASE(destroy_waiting)                                                                                      \
  CASE(signal_destroyed)                                                                                     \
  CASE(wait_garbage)                                                                                         \
  CASE(wait_recursively)                                                                                     \
  CASE(unlock_rw)                                                                                            \
  CASE(unlock_read)                                                                                          \
  CASE(unlock_written)                                                                                       \
  CASE(destroy_read)                                                                                         \
  CASE(destroy_written)                                                                                      \
  CASE(read_destroyed)                                                                                       \
  CASE(upgrade)                                                                                              \
  CASE(read_behind_writer)                                                                                   \
  CASE(unlock_spin)                                                                                          \
  CASE(unlock_others_spin)                                                                                   \
  CASE(destroy_spin)                                                                                         \
  CASE(lock_no_spin)                                                                                         \
  CASE(spin_twice)                                                                                           \
  CASE(wait_short_barrier)                                                                                   \
  CASE(destroy_barrier)                                                                                      \
  CASE(wait_no_barrier)                                                                                      \
  CASE(wait_no_semaphore)                                                                                    \
  CASE(post_destroyed)                                                                                       \
  CASE(destroy_semaphore)                                                                                    \
  CASE(use_closed)                                                                                           \
  CASE(lock_twice)                                                                                           \
  CASE(lock_of_ended)                                                                                        \
  CASE(good_early_destroy)                                                                                   \
  CASE(good_change_of_mutex)                                                                                 \
  CASE(good_copies)                                                                                          \
  CASE(good_locals)                                                                                          \
  CASE(good_read_twice)

int main(int argc, char **argv) {
#define CASE(name)                                                                                           \
  if (argc > 1 && !strcmp(argv[1], #name)) return name(), 0;
  CASES(CASE)
  return 2;
}
