/* What can happen with synchronisation objects, and what cannot: one case for each name on the command line. A case whose line is marked
 * with its name can come to that line and fail there; the others never do. */
#define _GNU_SOURCE
#include "sync.h"
#include <assert.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t b;
static sem_t sem;
static int woken, first, ready, inside;

static void join(pthread_t t) { pthread_join(t, NULL); }
static void lock(void) { pthread_mutex_lock(&m); }
static void unlock(void) { pthread_mutex_unlock(&m); }

/* Until n more threads are in pthread_cond_wait. */
static void wait_asleep(int n) {
  while (n--) sem_wait(&sem);
  lock();
  unlock();
}

/* Whom a signal wakes. */

static void sleep_as(int who) {
  lock();
  sem_post(&sem);
  pthread_cond_wait(&c, &m);
  woken++;
  if (!first) first = who;
  sem_post(&sem);
  unlock();
}
static void sleep_1(void) { sleep_as(1); }
static void sleep_2(void) { sleep_as(2); }

static int woken_first(void) {
  sem_init(&sem, 0, 0);
  pthread_t t1 = start(sleep_1);
  wait_asleep(1);
  pthread_t t2 = start(sleep_2);
  wait_asleep(1);
  pthread_cond_signal(&c);
  sem_wait(&sem);
  pthread_cond_signal(&c);
  join(t1);
  join(t2);
  return first;
}
static void wakes_older(void) {
  assert(woken_first() != 1); // BUG wakes_older assert wakes_older
}
static void wakes_younger(void) {
  assert(woken_first() != 2); // BUG wakes_younger assert wakes_younger
}

/* A signal is for those who wait, not for who comes later. */
static void signal_is_not_kept(void) {
  lock();
  pthread_cond_signal(&c);
  pthread_cond_wait(&c, &m); // BUG signal_is_not_kept deadlock signal_is_not_kept
}
static void no_signal_for_the_late(void) {
  sem_init(&sem, 0, 0);
  pthread_t t1 = start(sleep_1);
  wait_asleep(1);
  lock();
  pthread_cond_signal(&c);
  pthread_t t2 = start(sleep_2);
  unlock();
  join(t1);
  assert(first == 1);
  wait_asleep(2);
  assert(woken == 1);
  pthread_cond_signal(&c);
  join(t2);
}
static void two_signals_wake_two(void) {
  sem_init(&sem, 0, 0);
  pthread_t t1 = start(sleep_1), t2 = start(sleep_2);
  wait_asleep(2);
  pthread_cond_signal(&c);
  pthread_cond_signal(&c);
  join(t1);
  join(t2);
  assert(woken == 2);
}
static void broadcast_wakes_all(void) {
  sem_init(&sem, 0, 0);
  pthread_t t1 = start(sleep_1), t2 = start(sleep_2);
  wait_asleep(2);
  pthread_cond_signal(&c);
  pthread_cond_broadcast(&c);
  join(t1);
  join(t2);
  assert(woken == 2);
}
static void one_signal_wakes_one(void) {
  sem_init(&sem, 0, 0);
  pthread_t t1 = start(sleep_1), t2 = start(sleep_2);
  wait_asleep(2);
  pthread_cond_signal(&c);
  lock();
  assert(woken < 2);
  pthread_cond_broadcast(&c);
  unlock();
  join(t1);
  join(t2);
}

/* For no reason. */

static void wait_carelessly(void) {
  lock();
  if (!ready) pthread_cond_wait(&c, &m);
  assert(ready); // BUG spurious_careless assert wait_carelessly
  unlock();
}
static void wait_carefully(void) {
  lock();
  while (!ready) pthread_cond_wait(&c, &m);
  unlock();
}
static void get_ready(void (*waiter)(void)) {
  pthread_t t = start(waiter);
  lock();
  ready = 1;
  pthread_cond_signal(&c);
  unlock();
  join(t);
}
static void spurious_careless(void) { get_ready(wait_carelessly); }
static void spurious_careful(void) { get_ready(wait_carefully); }
static void careless(void) { get_ready(wait_carelessly); }
static void spurious_for_ever(void) {
  lock();
  while (!ready) pthread_cond_wait(&c, &m); // BUG spurious_for_ever deadlock spurious_for_ever
}

/* Time-outs, and calls that do not wait. */

static int wait_a_little(void) {
  struct timespec t = in_future(CLOCK_REALTIME, 10);
  int error = 0;
  lock();
  while (!ready && !error) error = pthread_cond_timedwait(&c, &m, &t);
  unlock();
  return error;
}
static void make_ready(void) {
  lock();
  ready = 1;
  pthread_cond_signal(&c);
  unlock();
}
static int timed_wait(void) {
  pthread_t t = start(make_ready);
  int error = wait_a_little();
  join(t);
  return error;
}
static void may_time_out(void) {
  assert(!timed_wait()); // BUG may_time_out assert may_time_out
}
static void may_be_in_time(void) {
  assert(timed_wait()); // BUG may_be_in_time assert may_be_in_time
}
static void hold(void) {
  lock();
  inside++;
  inside--;
  unlock();
}
static int lock_with_time(void) {
  struct timespec time = in_future(CLOCK_REALTIME, 10);
  pthread_t t = start(hold);
  int error = pthread_mutex_timedlock(&m, &time);
  if (!error) {
    assert(!inside);
    unlock();
  }
  join(t);
  return error;
}
static void lock_times_out(void) {
  assert(!lock_with_time()); // BUG lock_times_out assert lock_times_out
}
static void lock_in_time(void) {
  assert(lock_with_time()); // BUG lock_in_time assert lock_in_time
}
static int try_lock(void) {
  pthread_t t = start(hold);
  int error = pthread_mutex_trylock(&m);
  if (!error) unlock();
  join(t);
  return error;
}
static void try_finds_it_taken(void) {
  assert(!try_lock()); // BUG try_finds_it_taken assert try_finds_it_taken
}
static void try_finds_it_free(void) {
  assert(try_lock()); // BUG try_finds_it_free assert try_finds_it_free
}

/* Read-write locks: readers together, writers alone. */

static void read_l(void) {
  pthread_rwlock_rdlock(&l);
  __atomic_add_fetch(&inside, 1, __ATOMIC_SEQ_CST);
  assert(__atomic_load_n(&inside, __ATOMIC_SEQ_CST) < 2); // BUG readers_meet assert read_l
  __atomic_sub_fetch(&inside, 1, __ATOMIC_SEQ_CST);
  pthread_rwlock_unlock(&l);
}
static void write_l(void) {
  pthread_rwlock_wrlock(&l);
  assert(__atomic_add_fetch(&inside, 1, __ATOMIC_SEQ_CST) == 1);
  __atomic_sub_fetch(&inside, 1, __ATOMIC_SEQ_CST);
  pthread_rwlock_unlock(&l);
}
static void two(void (*f)(void), void (*g)(void)) {
  pthread_t t1 = start(f), t2 = start(g);
  join(t1);
  join(t2);
}
static void readers_meet(void) { two(read_l, read_l); }
static void writers_do_not_meet(void) { two(write_l, write_l); }
static void reader_and_writer_do_not_meet(void) { two(read_l, write_l); }

/* A writer keeps readers out where writers go first, for a moment even if its time is over when it comes. */
static pthread_rwlock_t writers_first = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static void write_too_late(void) { assert(pthread_rwlock_timedwrlock(&writers_first, &past) == ETIMEDOUT); }
static int read_beside_late_writer(void) {
  pthread_rwlock_rdlock(&writers_first);
  pthread_t t = start(write_too_late);
  int error = pthread_rwlock_tryrdlock(&writers_first);
  join(t);
  return error;
}
static void late_writer_is_in_the_way(void) {
  assert(!read_beside_late_writer()); // BUG late_writer_is_in_the_way assert late_writer_is_in_the_way
}
static void late_writer_is_not_in_the_way(void) {
  assert(read_beside_late_writer()); // BUG late_writer_is_not_in_the_way assert late_writer_is_not_in_the_way
}

/* Semaphores. */

static void pass(void) {
  sem_wait(&sem);
  assert(__atomic_add_fetch(&inside, 1, __ATOMIC_SEQ_CST) < 2); // BUG semaphore_of_two assert pass
  __atomic_sub_fetch(&inside, 1, __ATOMIC_SEQ_CST);
  sem_post(&sem);
}
static void semaphore_of_two(void) {
  sem_init(&sem, 0, 2);
  two(pass, pass);
}
static void semaphore_of_one(void) {
  sem_init(&sem, 0, 1);
  two(pass, pass);
}

/* Barriers. */

static void arrive(int who) {
  if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD) first = who;
}
static void arrive_1(void) { arrive(1); }
static void arrive_2(void) { arrive(2); }
static int serial_thread(void) {
  pthread_barrier_init(&b, NULL, 2);
  two(arrive_1, arrive_2);
  return first;
}
static void serial_is_first(void) {
  assert(serial_thread() != 1); // BUG serial_is_first assert serial_is_first
}
static void serial_is_second(void) {
  assert(serial_thread() != 2); // BUG serial_is_second assert serial_is_second
}
static void one_is_serial(void) { assert(serial_thread()); }
static int seen[2][2];
static void go_round(int who) {
  for (int i = 0; i < 2; i++) {
    seen[i][who] = 1;
    pthread_barrier_wait(&b);
    assert(seen[i][!who]);
  }
}
static void go_round_0(void) { go_round(0); }
static void go_round_1(void) { go_round(1); }
static void barrier_again_and_again(void) {
  pthread_barrier_init(&b, NULL, 2);
  two(go_round_0, go_round_1);
}

/* A robust mutex whose owner ends. */

static pthread_mutex_t robust;
static void end_with_it(void) { pthread_mutex_lock(&robust); }
static int owner_ends(void) {
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&robust, &a);
  pthread_t t = start(end_with_it);
  int error = pthread_mutex_trylock(&robust);
  if (!error) pthread_mutex_unlock(&robust);
  join(t);
  return error;
}
static void owner_has_ended(void) {
  assert(owner_ends() != EOWNERDEAD); // BUG owner_has_ended assert owner_has_ended
}
static void owner_is_alive(void) {
  assert(owner_ends() != EBUSY); // BUG owner_is_alive assert owner_is_alive
}
static void owner_is_to_come(void) {
  assert(owner_ends()); // BUG owner_is_to_come assert owner_is_to_come
}

#define CASES(CASE)                                                                                          \
  CASE(wakes_older)                                                                                          \
  CASE(wakes_younger)                                                                                        \
  CASE(signal_is_not_kept)                                                                                   \
  CASE(no_signal_for_the_late)                                                                               \
  CASE(two_signals_wake_two)                                                                                 \
  CASE(broadcast_wakes_all)                                                                                  \
  CASE(one_signal_wakes_one)                                                                                 \
  CASE(spurious_careless)                                                                                    \
  CASE(spurious_careful)                                                                                     \
  CASE(spurious_for_ever)                                                                                    \
  CASE(careless)                                                                                             \
  CASE(may_time_out)                                                                                         \
  CASE(may_be_in_time)                                                                                       \
  CASE(lock_times_out)                                                                                       \
  CASE(lock_in_time)                                                                                         \
  CASE(try_finds_it_taken)                                                                                   \
  CASE(try_finds_it_free)                                                                                    \
  CASE(readers_meet)                                                                                         \
  CASE(writers_do_not_meet)                                                                                  \
  CASE(reader_and_writer_do_not_meet)                                                                        \
  CASE(late_writer_is_in_the_way)                                                                            \
  CASE(late_writer_is_not_in_the_way)                                                                        \
  CASE(semaphore_of_two)                                                                                     \
  CASE(semaphore_of_one)                                                                                     \
  CASE(serial_is_first)                                                                                      \
  CASE(serial_is_second)                                                                                     \
  CASE(one_is_serial)                                                                                        \
  CASE(barrier_again_and_again)                                                                              \
  CASE(owner_has_ended)                                                                                      \
  CASE(owner_is_alive)                                                                                       \
  CASE(owner_is_to_come)

int main(int argc, char **argv) {
#define CASE(name)                                                                                           \
  if (argc > 1 && !strcmp(argv[1], #name)) return name(), 0;
  CASES(CASE)
  return 2;
}
