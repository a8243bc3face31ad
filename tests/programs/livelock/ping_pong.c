/* Each undoes what the other has done, and both wait for what neither lets stand: no order of steps ends it. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ball, done;

static void *ping(void *unused) {
  while (!done)
    if (ball == 0) ball = 1;
  return unused;
}

static void *pong(void *unused) {
  while (!done)
    if (ball == 1) ball = 0;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, ping, 0);
  pthread_create(&b, 0, pong, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
