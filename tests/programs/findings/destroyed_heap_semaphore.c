#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <assert.h>
struct q {
  int n;
  sem_t *s;
};
static int keep = 1;
static void *w(void *a) {
  struct q *q = a;
  while (keep) {
    sem_wait(q->s);
    if (!keep) return 0;
    q->n--;
  }
  return 0;
}
int main(void) {
  struct q *q = malloc(sizeof *q);
  q->n = 0;
  q->s = malloc(sizeof(sem_t));
  sem_init(q->s, 0, 0);
  pthread_t t;
  pthread_create(&t, 0, w, q);
  q->n++;
  sem_post(q->s);
  q->n++;
  sem_post(q->s);
  keep = 0;
  sem_post(q->s);
  sem_destroy(q->s);
  pthread_join(t, 0);
  return 0;
}
