/* Objects that were used before the first thread, are made anew, or are waited for in ways that end otherwise; one CASE each. `dpor` tells what
 * can be covered; what POSIX says is in the assertions. */
#define _GNU_SOURCE
#include <pthread.h>
#include <raddle.h>
#include <semaphore.h>
#include <string.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t s;
static int x, y;
static char text[8] = "ab";
static volatile int at;
static void routine(void) { x += 2; }

#if CASE == 1 /* main has the mutex when it creates its threads */
static void before(void) { pthread_mutex_lock(&m); }
static void *one(void *p) {
  if (pthread_mutex_trylock(&m))
    at = 1;
  else
    raddle_assert(x == 1), pthread_mutex_unlock(&m);
  return p;
}
static void *two(void *p) {
  pthread_mutex_lock(&m);
  raddle_assert(x == 1);
  if (y) at = 2;
  pthread_mutex_unlock(&m);
  return p;
}
static void between(void) {
  x = 1;
  pthread_mutex_unlock(&m);
  y = 1;
}
static void after(void) {}
#elif CASE == 2 /* the same, reading */
static void before(void) { pthread_rwlock_rdlock(&l); }
static void *one(void *p) {
  if (pthread_rwlock_trywrlock(&l)) return p;
  raddle_assert(x == 1);
  pthread_rwlock_unlock(&l);
  return p;
}
static void *two(void *p) {
  if (pthread_rwlock_tryrdlock(&l)) return p;
  if (x == 0) at = 3;
  pthread_rwlock_unlock(&l);
  return p;
}
static void between(void) {
  x = 1;
  pthread_rwlock_unlock(&l);
}
static void after(void) {}
#elif CASE == 3 /* a routine that was run before; x stays 2 */
static void before(void) { pthread_once(&once, routine); }
static void *one(void *p) {
  pthread_once(&once, routine);
  if (y) at = 1;
  return p;
}
static void *two(void *p) { return one(p); }
static void between(void) { y = 1; }
static void after(void) { raddle_assert(x == 2); }
#elif CASE == 4 /* it runs while others want it */
static void before(void) { x = 1; }
static void *one(void *p) {
  if (x == 3) at = 1;
  pthread_once(&once, routine);
  if (x == 3) at = 2;
  return p;
}
static void *two(void *p) { return p; }
static void between(void) { pthread_once(&once, routine); }
static void after(void) { raddle_assert(x == 3); }
#elif CASE == 5 /* a semaphore is made anew: once free, then twice */
static void before(void) { sem_init(&s, 0, 1); }
static void *one(void *p) {
  if (sem_trywait(&s) == 0)
    at = 1;
  else
    at = 2;
  return p;
}
static void *two(void *p) { return one(p); }
static void between(void) {}
static void after(void) {
  raddle_assert(sem_trywait(&s));
  sem_destroy(&s);
  sem_init(&s, 0, 2);
  raddle_assert(!sem_trywait(&s) && !sem_trywait(&s) && sem_trywait(&s));
  if (y) at = 3;
}
#elif CASE == 6 /* cancelled before the semaphore is taken, or not */
static void before(void) { sem_init(&s, 0, 1); }
static void *one(void *p) {
  sem_wait(&s);
  if (y) at = 1;
  sem_wait(&s);
  at = 2; /* never: nobody posts */
  return p;
}
static void *two(void *p) {
  y = 1;
  return p;
}
#define CANCELS
static void between(void) {}
static void after(void) {}
#elif CASE == 7 /* what an atomic section writes is decided in it */
static void before(void) {}
static void *one(void *p) {
  int i = raddle_choose(3);
  __VERIFIER_atomic_begin();
  x = 1;
  if (y == 1)
    x = 2;
  else if (i == 1)
    x = 3;
  __VERIFIER_atomic_end();
  return p;
}
static void *two(void *p) {
  y = 1;
  if (x == 3) at = 1;
  if (x == 2) at = 2;
  raddle_assert(x < 4);
  return p;
}
static void between(void) {
  if (x == 1) at = 3;
}
static void after(void) {}
#elif CASE == 8 /* how far a string is read depends on what is read */
static void before(void) {}
static void *one(void *p) {
  if (strlen(text) == 3) at = 1;
  if (!strcmp(text, "xyz")) at = 2;
  if (!memcmp(text, "ay", 2)) at = 3; /* never: the copy is whole */
  return p;
}
static void *two(void *p) {
  strcpy(text, "xyz");
  return p;
}
static void between(void) {
  if (strchr(text, 'z')) at = 4;
}
static void after(void) { raddle_assert(!strcmp(text, "xyz")); }
#elif CASE == 9 /* the first thread is created while main is in the routine: others wait for its end */
#define IN_ROUTINE
static void before(void) {}
static void *one(void *p) {
  pthread_once(&once, routine);
  raddle_assert(x == 2);
  if (y) at = 1;
  return p;
}
static void *two(void *p) { return one(p); }
static void between(void) { y = 1; }
static void after(void) {}
#elif CASE == 10 /* main reads twice, and a writer has to wait for both */
static void before(void) { pthread_rwlock_rdlock(&l), pthread_rwlock_rdlock(&l); }
static void *one(void *p) {
  pthread_rwlock_wrlock(&l);
  raddle_assert(x == 1);
  pthread_rwlock_unlock(&l);
  return p;
}
static void *two(void *p) {
  if (pthread_rwlock_trywrlock(&l)) return p;
  raddle_assert(x == 1);
  pthread_rwlock_unlock(&l);
  return p;
}
static void between(void) {
  pthread_rwlock_unlock(&l);
  if (pthread_rwlock_trywrlock(&l) == 0) at = 1; /* never */
  x = 1;
  pthread_rwlock_unlock(&l);
}
static void after(void) {}
#elif CASE ==                                                                                                \
    11 /* a thread that can be cancelled anywhere: before each operation, and while it waits for the mutex */
static void before(void) { pthread_mutex_lock(&m); }
static void *one(void *p) {
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0);
  x = 1;
  y = 1;
  pthread_mutex_lock(&m);
  at = 1;
  pthread_mutex_unlock(&m);
  return p;
}
static void *two(void *p) {
  if (y) at = 2;
  return p;
}
#define CANCELS
static void between(void) { pthread_mutex_unlock(&m); }
static void after(void) {
  if (x == 0) at = 3;
  if (x == 1 && !y) at = 4;
  if (y) at = 5;
}
#elif CASE == 12 /* a variable beside a pthread_once_t, in the same eight bytes */
static struct {
  pthread_once_t once;
  int beside;
} both __attribute__((aligned(8))) = {PTHREAD_ONCE_INIT, 0};
static void before(void) {}
static void *one(void *p) {
  pthread_once(&both.once, routine);
  y = 1;
  return p;
}
static void *two(void *p) {
  if (both.beside == 0 && y) at = 1;
  if (x == 2) at = 2;
  return p;
}
static void between(void) {}
static void after(void) {}
#elif CASE == 13 /* a mutex is destroyed and made anew: who comes in between fails */
static void before(void) {}
static void *one(void *p) {
  pthread_mutex_destroy(&m);
  x = 1;
  pthread_mutex_init(&m, 0);
  y = 1;
  return p;
}
static void *two(void *p) {
  int seen = x;
  if (pthread_mutex_trylock(&m)) return p;
  if (seen && !y) at = 1;
  if (!x) at = 2;
  pthread_mutex_unlock(&m);
  return p;
}
static void between(void) {}
static void after(void) {}
#elif CASE == 14 /* a lock that prefers writers: it queues, or has the lock at once */
static pthread_rwlock_t w = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static void before(void) {}
static void *one(void *p) {
  pthread_rwlock_wrlock(&w);
  if (y) at = 1;
  x = 1;
  pthread_rwlock_unlock(&w);
  return p;
}
static void *two(void *p) {
  pthread_rwlock_rdlock(&w);
  y = 1;
  if (x) at = 2;
  if (pthread_rwlock_tryrdlock(&w))
    at = 3;
  else
    pthread_rwlock_unlock(&w);
  pthread_rwlock_unlock(&w);
  return p;
}
static void between(void) {}
static void after(void) {}
#elif CASE == 15 /* first seen cancelled, then not: it waits once more */
static void before(void) { sem_init(&s, 0, 1); }
static void *one(void *p) {
  if (x) {
    sem_wait(&s);
    at = 1;
    if (y) at = 2;
  }
  return p;
}
static void *two(void *p) {
  x = 1;
  return p;
}
#define CANCELS
static void between(void) {
  x = 1;
  y = 1;
}
static void after(void) {}
#elif CASE == 16 /* sleeping, joining and trying to join, cancelled or not */
#include <unistd.h>
static pthread_t third;
static void *three(void *p) {
  if (y) at = 1;
  return p;
}
static void before(void) {}
static void *one(void *p) {
  pthread_create(&third, 0, three, 0);
  x = 1;
  usleep(1);
  x = 2;
  if (pthread_tryjoin_np(third, 0)) pthread_join(third, 0);
  x = 3;
  return p;
}
static void *two(void *p) {
  if (x == 2) at = 2;
  return p;
}
#define CANCELS
static void between(void) { y = 1; }
static void after(void) {
  if (x == 0) at = 3;
  if (x == 1) at = 4;
  if (x == 2) at = 5;
  if (x == 3) at = 6;
}
#elif CASE == 17 /* a robust mutex: its owner dies, and then it is made consistent or lost */
#include <errno.h>
static void before(void) {
  pthread_mutexattr_t t;
  pthread_mutexattr_init(&t);
  pthread_mutexattr_setrobust(&t, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &t);
}
static void *one(void *p) {
  pthread_mutex_lock(&m);
  x = 1;
  return p;
}
static void *two(void *p) {
  int e = pthread_mutex_lock(&m);
  if (e == 0) at = 1;
  if (e == EOWNERDEAD) at = 2;
  if (e == EOWNERDEAD && raddle_choose(2)) pthread_mutex_consistent(&m);
  pthread_mutex_unlock(&m);
  return p;
}
static void between(void) {
  int e = pthread_mutex_trylock(&m);
  if (e == EBUSY) at = 3;
  if (e == EOWNERDEAD) pthread_mutex_consistent(&m);
  if (e == ENOTRECOVERABLE) at = 4;
  if (e == 0 || e == EOWNERDEAD) pthread_mutex_unlock(&m);
}
static void after(void) {}
#elif CASE == 18 /* a count that jumps, and one that is set */
static void before(void) { sem_init(&s, 0, 0); }
static void *one(void *p) {
  __VERIFIER_atomic_begin();
  sem_post(&s);
  sem_post(&s);
  sem_post(&s);
  __VERIFIER_atomic_end();
  x = 1;
  return p;
}
static void *two(void *p) {
  int n;
  sem_getvalue(&s, &n);
  if (n == 0) at = 1;
  if (n == 3) at = 2;
  if (n == 9) at = 3;
  raddle_assert(n == 0 || n == 3 || n == 9);
  return p;
}
static void between(void) {
  if (x) sem_init(&s, 0, 9);
}
static void after(void) {}
#elif CASE == 19 /* counts with none in between: who has the mutex posts twice, and both may have had it */
static void before(void) { sem_init(&s, 0, 1); }
static void post_twice(void) {
  if (pthread_mutex_trylock(&m)) return;
  sem_post(&s);
  sem_post(&s);
  pthread_mutex_unlock(&m);
}
static void *one(void *p) {
  post_twice();
  return p;
}
static void *two(void *p) { return p; }
static void between(void) { post_twice(); }
static void after(void) {
  int n;
  sem_getvalue(&s, &n);
  if (n == 3) at = 1;
  if (n == 5) at = 2;
  raddle_assert(n == 3 || n == 5);
}
#elif CASE == 20 /* data of a thread is set on one side of a try-lock; its destructor posts twice */
static pthread_key_t key;
static int busy;
static void post_twice(void *p) {
  sem_post(&s);
  sem_post(&s);
}
static void before(void) {
  sem_init(&s, 0, 0);
  pthread_key_create(&key, post_twice);
}
static void *one(void *p) {
  if (pthread_mutex_trylock(&m)) return p;
  pthread_setspecific(key, &s);
  pthread_mutex_unlock(&m);
  return p;
}
static void *two(void *p) { return p; }
static void between(void) {
  busy = pthread_mutex_trylock(&m);
  if (!busy) pthread_mutex_unlock(&m);
}
static void after(void) {
  int n;
  sem_getvalue(&s, &n);
  if (!busy && n == 0) at = 1;
  if (!busy && n == 2) at = 2;
  if (busy && n == 2) at = 3;
  raddle_assert(n == 2 || (n == 0 && !busy));
}
#elif CASE == 21 /* counts on both sides of the one that is seen first */
static void before(void) { sem_init(&s, 0, 4); }
static void *one(void *p) {
  if (raddle_choose(2)) {
    __VERIFIER_atomic_begin();
    sem_wait(&s);
    sem_wait(&s);
    sem_wait(&s);
    __VERIFIER_atomic_end();
  }
  return p;
}
static void *two(void *p) {
  int n;
  sem_getvalue(&s, &n);
  if (n == 1) at = 1;
  if (n == 4) at = 2;
  if (n == 6) at = 3;
  if (n == 9) at = 4;
  raddle_assert(n == 1 || n == 4 || n == 6 || n == 9);
  return p;
}
static void between(void) {
  __VERIFIER_atomic_begin();
  for (int i = 0; i < 5; i++) sem_post(&s);
  __VERIFIER_atomic_end();
}
static void after(void) {}
#elif CASE == 22 /* writers go first: one queues whose time is over because another one's was */
#include <time.h>
static const struct timespec soon = {4000000000, 0};
static pthread_rwlock_t w = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static void before(void) {}
static void *one(void *p) {
  if (pthread_rwlock_timedrdlock(&w, &soon))
    at = 1;
  else
    pthread_rwlock_unlock(&w);
  pthread_rwlock_wrlock(&w);
  x = 3;
  pthread_rwlock_unlock(&w);
  return p;
}
static void *two(void *p) {
  pthread_rwlock_wrlock(&w);
  x = 1;
  pthread_rwlock_unlock(&w);
  if (pthread_rwlock_timedwrlock(&w, &soon)) return p;
  x = 0;
  pthread_rwlock_unlock(&w);
  return p;
}
static void between(void) {
  pthread_rwlock_rdlock(&w);
  if (pthread_rwlock_tryrdlock(&w))
    at = 2;
  else
    pthread_rwlock_unlock(&w);
  pthread_rwlock_unlock(&w);
}
static void after(void) {
  if (x == 1) at = 3;
  if (x == 3) at = 4;
}
#elif CASE == 23 /* a wait that is cancelled does not tell how much there is */
static void before(void) { sem_init(&s, 0, 1); }
static void *one(void *p) {
  pthread_cancel(pthread_self());
  sem_wait(&s);
  return p;
}
static void *two(void *p) { return p; }
static void between(void) {}
static void after(void) {
  int n;
  sem_getvalue(&s, &n);
  if (n == 1) at = 1;
  raddle_assert(n == 1);
}
#endif

static pthread_t a;
static void create(void) {
  x += 2;
  pthread_create(&a, 0, one, 0);
}

int main(void) {
  pthread_t b;
  before();
#ifdef IN_ROUTINE
  pthread_once(&once, create);
#else
  pthread_create(&a, 0, one, 0);
#endif
  pthread_create(&b, 0, two, 0);
#ifdef CANCELS
  pthread_cancel(a);
#endif
  between();
  pthread_join(a, 0);
  pthread_join(b, 0);
  after();
  return 0;
}
