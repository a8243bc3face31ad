/* A block with two objects is freed: that one of them is taken does not keep threads waiting for the other. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
static struct {
  pthread_mutex_t m;
  sem_t s;
  int v;
} *p;
static void *use(void *unused) {
  sem_wait(&p->s);
  pthread_mutex_lock(&p->m);
  p->v = 1;
  pthread_mutex_unlock(&p->m);
  return unused;
}
static void *release(void *unused) {
  sem_post(&p->s);
  free(p);
  return unused;
}
int main(void) {
  pthread_t one, two;
  p = malloc(sizeof *p);
  pthread_mutex_init(&p->m, 0);
  sem_init(&p->s, 0, 0);
  pthread_create(&one, 0, use, 0);
  pthread_create(&two, 0, release, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
}
