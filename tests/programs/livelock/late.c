/* The livelock of flags.c, behind a choice that is not taken if the threads are in step from the beginning. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int first, wants[2];

static void try_to_enter(int me) {
  wants[me] = 1;
  while (wants[!me]) {
    wants[me] = 0;
    wants[me] = 1;
  }
  wants[me] = 0;
}

static void *even(void *unused) {
  first = 1;
  if (first == 1) try_to_enter(0);
  return unused;
}

static void *odd(void *unused) {
  first = 2;
  try_to_enter(1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, even, 0);
  pthread_create(&b, 0, odd, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
