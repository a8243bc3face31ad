/* A thread is cancelled that waits for a semaphore, which it could have had before: then the other's time is up. */
#include <errno.h>
#include <pthread.h>
#include <raddle.h>
#include <semaphore.h>
static sem_t s;
static void *take(void *p) {
  sem_wait(&s);
  return p;
}
int main(void) {
  struct timespec soon = {0};
  pthread_t t;
  sem_init(&s, 0, 1);
  pthread_create(&t, 0, take, 0);
  int is_late = sem_timedwait(&s, &soon) && errno == ETIMEDOUT;
  pthread_cancel(t);
  raddle_assert(!is_late);
}
