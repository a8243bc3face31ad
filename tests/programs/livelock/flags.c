/* Dekker's first attempts: both raise their flags, see the other's, lower their own, and try again. Nobody's turn decides. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];
static int inside;

static void *enter(void *number) {
  int me = number != 0;
  wants[me] = 1;
  while (wants[!me]) {
    wants[me] = 0;
    wants[me] = 1;
  }
  inside++;
  wants[me] = 0;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, enter, 0);
  pthread_create(&b, 0, enter, &inside);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
