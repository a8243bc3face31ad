/* Objects that were used before the first thread, are made anew, or are waited for in ways that end otherwise; one CASE each. `dpor` tells what
 * can be covered; what POSIX says is in the assertions. */
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
#endif

int main(void) {
  pthread_t a, b;
  before();
  pthread_create(&a, 0, one, 0);
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
