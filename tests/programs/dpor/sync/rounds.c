/* Barriers whose rounds may have different members. CASE 1: two of four, 6 classes: who is in the first round. 2: the same, and one thread asks
 * whether it came last. 3: two of three, somebody waits for ever. 4: three of six, 20 classes. 5: two rounds of two threads. 6: two of four, and
 * each looks at what the others wrote. 7: all ask. 8: two barriers. */
#include <pthread.h>
#include <raddle.h>

#if CASE == 3
enum { THREADS = 3, SIZE = 2 };
#elif CASE == 4
enum { THREADS = 6, SIZE = 3 };
#elif CASE == 5
enum { THREADS = 2, SIZE = 2 };
#else
enum { THREADS = 4, SIZE = 2 };
#endif

static pthread_barrier_t barrier, other;
static _Atomic int place[THREADS];
static int last[THREADS];

static void *work(void *argument) {
  int me = (int)(long)argument;
#if CASE == 2
  if (!me)
    last[0] = pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD;
  else
    pthread_barrier_wait(&barrier);
#elif CASE == 5
  pthread_barrier_wait(&barrier);
  place[me] = 1;
  pthread_barrier_wait(&barrier);
  raddle_assert(place[1 - me] == 1);
#elif CASE == 6
  if (!me) place[0] = 1;
  pthread_barrier_wait(&barrier);
  last[me] = place[0];
#elif CASE == 7
  last[me] = pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD;
#elif CASE == 8
  pthread_barrier_wait(me % 2 ? &barrier : &other);
  pthread_barrier_wait(me / 2 ? &barrier : &other);
#else
  pthread_barrier_wait(&barrier);
#endif
  return 0;
}

int main(void) {
  pthread_t id[THREADS];
  pthread_barrier_init(&barrier, 0, SIZE);
  pthread_barrier_init(&other, 0, SIZE);
  for (long i = 0; i < THREADS; i++) pthread_create(&id[i], 0, work, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(id[i], 0);
}
