/* Two pairs of places: the reader's access races with either write, whichever of them it meets. */
#include <pthread.h>
#include <stddef.h>

static int x, sink;

static void *writer(void *arg) {
  x = 1; // BUG: race in writer
  x = 2; // BUG: race in writer
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  sink = x; // BUG: race in main
  pthread_join(t, NULL);
  return 0;
}
