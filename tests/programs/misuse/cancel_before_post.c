/* A thread is cancelled at a semaphore before or after that is posted, and perhaps joined before that. */
#include <pthread.h>
#include <raddle.h>
#include <semaphore.h>
static pthread_t worker;
static sem_t s;
static _Atomic int n;
static void *work(void *p) {
  sem_wait(&s);
  n += 1;
  return p;
}
static void *cancel(void *p) {
  pthread_cancel(worker);
  n += 2;
  return p;
}
int main(void) {
  pthread_t t;
  void *result;
  sem_init(&s, 0, 0);
  pthread_create(&worker, 0, work, 0);
  pthread_create(&t, 0, cancel, 0);
  sem_post(&s);
  pthread_join(worker, &result);
  if (result == PTHREAD_CANCELED) n += 4;
  pthread_join(t, 0);
  raddle_assert(n != 3);
  raddle_assert(n != 6);
}
