/* A semaphore that is freed after its last post, and before the other thread has taken it. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
static void *a(void *p) {
  sem_wait(p);
  return 0;
}
int main(void) {
  pthread_t t;
  sem_t *s = malloc(sizeof *s);
  sem_init(s, 0, 0);
  pthread_create(&t, 0, a, s);
  sem_post(s);
  free(s);
  pthread_join(t, 0);
}
