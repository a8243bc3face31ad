/* Barriers: sizes, who is told to be the one, several rounds. */
#define _GNU_SOURCE
#include "sync.h"

static pthread_barrier_t b;
static atomic_int serial, other, strange, arrived, early;

static void meet(void) {
  for (int round = 1; round <= 5; round++) {
    arrived++;
    int result = pthread_barrier_wait(&b);
    if (arrived < round * 3) early++;
    if (result == PTHREAD_BARRIER_SERIAL_THREAD)
      serial++;
    else if (!result)
      other++;
    else
      strange++;
    pthread_barrier_wait(&b);
  }
}

int main(void) {
  pthread_barrierattr_t a;
  SHOW(pthread_barrier_init(&b, NULL, 0));
  SHOW(pthread_barrier_init(&b, NULL, 0x80000000u));
  SHOW(pthread_barrier_init(&b, NULL, 0x7fffffffu));
  SHOW(pthread_barrier_init(&b, NULL, 0x7ffffffeu));
  SHOW(pthread_barrier_destroy(&b));
  SHOW(pthread_barrier_init(&b, NULL, 1));
  SHOW_NUMBER(pthread_barrier_wait(&b));
  SHOW_NUMBER(pthread_barrier_wait(&b));
  SHOW(pthread_barrier_destroy(&b));
  SHOW(pthread_barrierattr_init(&a));
  SHOW(pthread_barrierattr_setpshared(&a, PTHREAD_PROCESS_SHARED));
  SHOW(pthread_barrier_init(&b, &a, 3));
  pthread_t t1 = start(meet), t2 = start(meet);
  meet();
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  SHOW_NUMBER(serial);
  SHOW_NUMBER(other);
  SHOW_NUMBER(strange);
  SHOW_NUMBER(early);
  SHOW(pthread_barrier_destroy(&b));
  return 0;
}
