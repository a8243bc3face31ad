/* There are threads only for one input in 256, and then an update can be lost. */
#include <assert.h>
#include <pthread.h>
#include <raddle.h>

static int count;

static void *run(void *argument) {
  count = count + 1;
  return argument;
}

int main(void) {
  pthread_t a, b;
  if (raddle_uchar("x") != 77) return 0;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(count == 2);
  return 0;
}
