/* A loop waits for a symbolic value that others write again, the same one: that is not a change. dpor once left its plan here. */
#include <pthread.h>
#include <raddle.h>
#include <stdlib.h>
static int shared = 1;
static void *waits(void *unused) {
  while (*(volatile int *)&shared != 0) {}
  return unused;
}
static void *writes_again(void *unused) {
  shared = shared + 0;
  shared = 1;
  return unused;
}
int main(void) {
  pthread_t a, b;
  unsigned char input = raddle_uchar("input");
  raddle_assume(input < 2);
  pthread_create(&a, NULL, waits, NULL);
  pthread_create(&b, NULL, writes_again, NULL);
  shared = shared + input;
  exit(0);
}
