/* The common shutdown pattern. dpor ignored --max-time and SIGTERM here; with --max-steps 300 it made one run.
 * Expected: the assertion fails in the schedule where g goes first; the other schedules are bounded, named, no bug. */
#include <pthread.h>
#include <raddle.h>
_Atomic int stop;
int n;
static void *f(void *p) {
  while (!stop) n++;
  return 0;
}
static void *g(void *p) {
  stop = 1;
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, f, 0);
  pthread_create(&u, 0, g, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  raddle_assert(n != 0);
}
