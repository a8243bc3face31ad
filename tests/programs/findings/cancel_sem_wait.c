/* dpor: complete with 1 of 2 classes, assertion missed; exhaustive, fgdpor and raceflip find it. */
#include <pthread.h>
#include <semaphore.h>
#include <raddle.h>
sem_t s;
int done;
static void *a(void *p) {
  sem_wait(&s);
  done = 1;
  return 0;
}
static void *b(void *p) {
  sem_post(&s);
  return 0;
}
int main(void) {
  pthread_t t, u;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, a, 0);
  pthread_create(&u, 0, b, 0);
  pthread_cancel(t);
  pthread_join(t, 0);
  pthread_join(u, 0);
  raddle_assert(!done);
}
