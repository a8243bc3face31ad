/* THREADS threads of STEPS steps each: atomic additions, to one variable (SAME) or each to its own. Nobody is joined, so
 * these are all the steps there are before the end. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count[8];

static void *run(void *argument) {
  long me = (long)argument;
#ifdef SAME
  me = 0;
#endif
  for (int i = 0; i < STEPS; i++) atomic_fetch_add(&count[me], 1);
  return 0;
}

int main(void) {
  pthread_t thread;
  for (long i = 0; i < THREADS; i++) pthread_create(&thread, 0, run, (void *)i);
  return 0;
}
