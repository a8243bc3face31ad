/* The thread may use the semaphore before it is initialised. */
#include <pthread.h>
#include <raddle.h>
#include <semaphore.h>
static sem_t s;
static _Atomic int done;
static void *a(void *p) {
  sem_wait(&s);
  done = 1;
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, a, 0);
  sem_init(&s, 0, 1);
  pthread_join(t, 0);
  raddle_assert(!done); /* it may come after, too */
}
