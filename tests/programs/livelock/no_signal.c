/* Everybody goes on until a signal from outside says that it is enough. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int ball;
static volatile sig_atomic_t stop;

static void enough(int number) { stop = number; }

static void *toss(void *unused) {
  while (!stop) ball ^= 1;
  return unused;
}

int main(void) {
  pthread_t a;
  signal(SIGTERM, enough);
  pthread_create(&a, 0, toss, 0);
  while (!stop) ball ^= 2;
  pthread_join(a, 0);
  return 0;
}
