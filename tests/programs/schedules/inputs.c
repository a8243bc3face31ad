/* Two threads, each with an input of its own of three cases, and two steps on one variable. */
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>

static atomic_int shared;

static void *run(void *argument) {
  unsigned char x = raddle_uchar("x");
  atomic_fetch_add(&shared, 1);
  if (x < 10)
    atomic_fetch_add(&shared, 1);
  else if (x < 20)
    atomic_fetch_sub(&shared, 1);
  else
    atomic_fetch_or(&shared, 1);
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  return 0;
}
