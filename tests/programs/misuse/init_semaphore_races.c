/* Initialised again while others use it: a post may be lost, and the waiting thread waits for ever. */
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static void *a(void *p) {
  sem_post(&s);
  return p;
}
int main(void) {
  pthread_t t;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, a, 0);
  sem_init(&s, 0, 0);
  sem_wait(&s);
  pthread_join(t, 0);
}
