/* Three outcomes of sem_timedwait: taken, timed out, cancelled. */
#include <pthread.h>
#include <raddle.h>
#include <semaphore.h>
static sem_t s;
static int done;
static void *a(void *p) {
  struct timespec t = {4000000000, 0};
  done = sem_timedwait(&s, &t) ? 2 : 1;
  return p;
}
static void *b(void *p) {
  sem_post(&s);
  return p;
}
int main(void) {
  pthread_t t, u;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, a, 0);
  pthread_create(&u, 0, b, 0);
  pthread_cancel(t);
  pthread_join(t, 0);
  pthread_join(u, 0);
  raddle_assert(done != 1);
  raddle_assert(done != 2);
  raddle_assert(done != 0);
}
