/* The two of ping_pong.c, but main does not wait for them: natively the process ends. */
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
  return 0;
}
