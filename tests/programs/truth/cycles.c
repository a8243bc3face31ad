/* Deadlocks that are one bug, and such that are not: see tests/e2e/truth_of_reports.sh. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER,
                       c = PTHREAD_MUTEX_INITIALIZER, d = PTHREAD_MUTEX_INITIALIZER,
                       many[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                  PTHREAD_MUTEX_INITIALIZER};
struct pair {
  pthread_mutex_t *first, *second;
};

static void *work(void *arg) {
  struct pair *p = arg;
  pthread_mutex_lock(p->first);
  pthread_mutex_lock(p->second);
  pthread_mutex_unlock(p->second);
  pthread_mutex_unlock(p->first);
  return 0;
}

#if WHICH == 1 /* one cycle of a and b, by any two of three threads, main at any of its joins */
static struct pair pairs[] = {{&a, &b}, {&b, &a}, {&a, &b}};
#elif WHICH == 2 /* the same code, two cycles */
static struct pair pairs[] = {{&a, &b}, {&b, &a}, {&c, &d}, {&d, &c}};
#else            /* the same code on elements of one array */
static struct pair pairs[] = {
    {&many[0], &many[1]}, {&many[1], &many[0]}, {&many[1], &many[2]}, {&many[2], &many[1]}};
#endif
enum { COUNT = sizeof pairs / sizeof *pairs };

int main(void) {
  pthread_t t[4];
  for (int i = 0; i < COUNT; i++) pthread_create(&t[i], 0, work, &pairs[i]);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  pthread_join(t[2], 0);
  if (COUNT > 3) pthread_join(t[3], 0);
  return 0;
}
