/* As flags.c, but each counts its attempts and the one with fewer gives in: states differ, and the loop ends. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], tries[2];

static void *enter(void *number) {
  int me = number != 0;
  wants[me] = 1;
  while (wants[!me]) {
    wants[me] = 0;
    if (++tries[me] > 1000 && me) return 0;
    wants[me] = 1;
  }
  wants[me] = 0;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, enter, 0);
  pthread_create(&b, 0, enter, tries);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
