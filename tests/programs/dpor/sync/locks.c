/* Mutexes. CASE 1: two locks, always in the same order. 2: in both orders. 3: a read outside. 4: recursive. 5: a cycle of
 * three. 6: errorcheck, taken twice and given back by a stranger. 7: a spinlock. */
#include "../crew.h"

#if CASE == 3 || CASE == 5
#define COUNT 3
#else
#define COUNT 2
#endif

static pthread_mutex_t lock[3];
static pthread_spinlock_t spinlock;
static int x, seen;

static void both(int first, int second) {
  pthread_mutex_lock(&lock[first]);
  pthread_mutex_lock(&lock[second]);
  x++;
  pthread_mutex_unlock(&lock[second]);
  pthread_mutex_unlock(&lock[first]);
}

static void *work(void *argument) {
  long me = (long)argument;
#if CASE == 1
  both(0, 1);
  pthread_mutex_lock(&lock[me]);
  pthread_mutex_unlock(&lock[me]);
#elif CASE == 2
  both((int)me, 1 - (int)me);
#elif CASE == 3
  if (me == 2) {
    seen = x;
    return 0;
  }
  pthread_mutex_lock(&lock[0]);
  x++;
  pthread_mutex_unlock(&lock[0]);
#elif CASE == 4
  both(0, 0);
#elif CASE == 5
  pthread_mutex_lock(&lock[me]);
  pthread_mutex_lock(&lock[(me + 1) % 3]);
#elif CASE == 6
  if (me && pthread_mutex_unlock(&lock[0])) seen = 1;
  if (pthread_mutex_lock(&lock[0])) return 0;
  if (pthread_mutex_lock(&lock[0])) x++;
  pthread_mutex_unlock(&lock[0]);
#else
  pthread_spin_lock(&spinlock);
  x++;
  pthread_spin_unlock(&spinlock);
  if (!pthread_spin_trylock(&spinlock)) {
    seen++;
    pthread_spin_unlock(&spinlock);
  }
#endif
  return (void *)me;
}

int main(void) {
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
#if CASE == 4
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
#elif CASE == 6
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
#endif
  for (int i = 0; i < 3; i++) pthread_mutex_init(&lock[i], &kind);
  pthread_spin_init(&spinlock, 0);
  crew(COUNT, work);
}
