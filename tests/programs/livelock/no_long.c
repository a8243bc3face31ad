/* As flags.c, with a private number of attempts that is never printed: 1,000,000 rounds are not for ever. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];

static void *enter(void *number) {
  int me = number != 0;
  wants[me] = 1;
  for (int round = 0; wants[!me] && round < 1000000; round++) {
    wants[me] = 0;
    wants[me] = 1;
  }
  wants[me] = 0;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, enter, 0);
  pthread_create(&b, 0, enter, (void *)wants);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
