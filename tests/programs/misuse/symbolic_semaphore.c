/* Which semaphore is posted depends on the input. */
#include <pthread.h>
#include <raddle.h>
#include <semaphore.h>
static sem_t s[3];
static void *a(void *p) {
  sem_post(&s[raddle_uint("i") % 3]);
  return p;
}
int main(void) {
  pthread_t t;
  for (int i = 0; i < 3; i++) sem_init(&s[i], 0, 0);
  pthread_create(&t, 0, a, 0);
  raddle_assert(sem_trywait(&s[2]));
  pthread_join(t, 0);
}
