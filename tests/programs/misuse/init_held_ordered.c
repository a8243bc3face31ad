/* Not a race: a semaphore orders the two. But the mutex is held. */
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t s;
static void *a(void *p) {
  pthread_mutex_lock(&m);
  sem_post(&s);
  return p;
}
int main(void) {
  pthread_t t;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, a, 0);
  sem_wait(&s);
  pthread_mutex_init(&m, 0);
  pthread_join(t, 0);
}
