/* A thread without visible steps may still be there, or have ended. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <raddle.h>
static void *a(void *p) { return p; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, a, 0);
  int error = pthread_tryjoin_np(t, 0);
  raddle_assert(error != EBUSY);
  raddle_assert(error != 0);
}
