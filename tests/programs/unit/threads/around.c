/* What the first thread writes is a part of what the second one writes, if q is around p: then p->v == 2 after both. */
#include <pthread.h>
#include <raddle.h>
#include <stdlib.h>

struct inner {
  int v;
};
struct outer {
  int w;
  struct inner inner;
};
static struct inner *p;
static struct outer *q;
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
  if (q) q->inner.v = 2;
  return unused;
}

int main(void) {
  pthread_t a, b;
  raddle_symbolic(&p, sizeof p, "p");
  raddle_symbolic(&q, sizeof q, "q");
  raddle_assume(p && q);
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  if (p->v == 2) abort(); /* BUG: abort in main */
}
