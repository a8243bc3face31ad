/* A read-write lock. CASE 1: two read, one writes. 2: two write, one reads. 3: nobody waits. 4: as 1, twice, but writers
 * that wait keep new readers out. 5: both want to write while they read, and try. 6: with time limits. */
#define _GNU_SOURCE
#include <time.h>
#include "../crew.h"

static pthread_rwlock_t lock;
static int x, seen[3], missed;

static void read_x(long me) {
  pthread_rwlock_rdlock(&lock);
  seen[me] = x;
  pthread_rwlock_unlock(&lock);
}

static void write_x(void) {
  pthread_rwlock_wrlock(&lock);
  x++;
  pthread_rwlock_unlock(&lock);
}

static void *work(void *argument) {
  static const struct timespec far = {4000000000, 0};
  long me = (long)argument;
  (void)far;
#if CASE == 1
  if (me)
    read_x(me);
  else
    write_x();
#elif CASE == 2
  if (me)
    write_x();
  else
    read_x(me);
#elif CASE == 3
  if (me && !pthread_rwlock_tryrdlock(&lock)) {
    seen[me] = x;
    pthread_rwlock_unlock(&lock);
  } else if (!me && !pthread_rwlock_trywrlock(&lock)) {
    x++;
    pthread_rwlock_unlock(&lock);
  }
#elif CASE == 4
  if (me == 1) {
    read_x(1);
    read_x(1);
  } else if (me)
    read_x(2);
  else
    write_x();
#elif CASE == 5
  pthread_rwlock_rdlock(&lock);
  if (!pthread_rwlock_trywrlock(&lock)) x++;
  pthread_rwlock_unlock(&lock);
  if (me && !pthread_rwlock_trywrlock(&lock)) {
    x++;
    pthread_rwlock_unlock(&lock);
  }
#else
  if (me) {
    if (pthread_rwlock_timedrdlock(&lock, &far)) return 0;
    seen[me] = x;
    pthread_rwlock_unlock(&lock);
  } else if (!pthread_rwlock_timedwrlock(&lock, &far)) {
    x++;
    pthread_rwlock_unlock(&lock);
  }
#endif
  return 0;
}

int main(void) {
  pthread_rwlockattr_t kind;
  pthread_rwlockattr_init(&kind);
#if CASE == 4
  pthread_rwlockattr_setkind_np(&kind, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
#endif
  pthread_rwlock_init(&lock, &kind);
#if CASE == 5
  crew(2, work);
#else
  crew(3, work);
#endif
}
