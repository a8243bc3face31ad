/* Taking a mutex without waiting. CASE 1: one tries, one locks. 2: both try twice. 3: one with a time limit. 4: either takes
 * its own and tries the other's, and goes back if it cannot have it. */
#include <time.h>
#include "../crew.h"

static pthread_mutex_t lock[2];
static int taken, missed[2];

static void take(void) {
  taken++;
  pthread_mutex_unlock(&lock[0]);
}

static void *work(void *argument) {
  static const struct timespec far = {4000000000, 0};
  long me = (long)argument;
  (void)far;
#if CASE == 1
  if (!me) {
    if (pthread_mutex_trylock(&lock[0])) return 0;
    take();
    return 0;
  }
  pthread_mutex_lock(&lock[0]);
  take();
#elif CASE == 2
  for (int i = 0; i < 2; i++)
    if (!pthread_mutex_trylock(&lock[0]))
      take();
    else
      missed[me]++;
#elif CASE == 3
  if (!me) {
    if (!pthread_mutex_timedlock(&lock[0], &far))
      take();
    else
      missed[0]++;
    return 0;
  }
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock[0]);
    take();
  }
#else
  pthread_mutex_lock(&lock[me]);
  if (!pthread_mutex_trylock(&lock[1 - me])) {
    taken++;
    pthread_mutex_unlock(&lock[1 - me]);
  } else
    missed[me]++;
  pthread_mutex_unlock(&lock[me]);
#endif
  return 0;
}

int main(void) {
  make_locks(lock, 2);
  crew(2, work);
}
