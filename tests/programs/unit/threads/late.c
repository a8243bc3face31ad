/* A thread marks a pointer of its own after all others were settled. It may be one of them. */
#include <pthread.h>
#include <raddle.h>
#include <stdlib.h>

struct node {
  int v;
};
static struct node *p;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *unused) {
  pthread_mutex_lock(&lock);
  if (p) p->v = 1;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *second(void *unused) {
  struct node *late;
  pthread_mutex_lock(&lock);
  raddle_symbolic(&late, sizeof late, "late");
  if (late) late->v = 2;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a, b;
  raddle_symbolic(&p, sizeof p, "p");
  raddle_settle();
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  if (p && p->v == 2) abort(); /* BUG: abort in main: late is p, and came second */
}
