/* A driver without raddle_settle: each thread follows its pointer behind a step that the other one does not mind. */
#include <pthread.h>
#include <raddle.h>
#include <stddef.h>

struct node {
  int v, w;
};
static struct node *p, *q;
static pthread_mutex_t mine = PTHREAD_MUTEX_INITIALIZER, yours = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *unused) {
  pthread_mutex_lock(&mine);
  pthread_mutex_unlock(&mine);
  if (p) p->v = 1;
  return unused;
}

static void *second(void *unused) {
  pthread_mutex_lock(&yours);
  pthread_mutex_unlock(&yours);
  if (q) q->v = 2;
  return unused;
}

int main(void) {
  pthread_t a, b;
  raddle_symbolic(&p, sizeof p, "p");
  raddle_symbolic(&q, sizeof q, "q");
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
