/* Looking at the wrong moments for ever is possible, but not if each takes one step in turn: the rounds are of different length. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, seen;

static void *blink(void *unused) {
  while (!seen) {
    flag = 1;
    flag = 0;
  }
  return unused;
}

static void *watch(void *unused) {
  while (!atomic_exchange(&flag, 0)) {}
  seen = 1;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, blink, 0);
  pthread_create(&b, 0, watch, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
