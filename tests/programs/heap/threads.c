/* Two threads count in the same cell if both pointers lead to it; one of them loses an update. */
#include <assert.h>
#include <cute.h>
#include <pthread.h>
#include <stddef.h>

struct cell {
  int v;
  struct cell *next;
};
static struct cell *p, *q;

static void *count(void *unused) {
  (void)unused;
  int old = q->v;
  q->v = old + 1;
  return NULL;
}

int main(void) {
  pthread_t t;
  CUTE_input(p);
  CUTE_input(q);
  if (!p || !q || p->v != 0 || q->v != 0) return 0;
  pthread_create(&t, NULL, count, NULL);
  int old = p->v;
  p->v = old + 1;
  pthread_join(t, NULL);
  assert(p != q || p->v == 2); // BUG: assert in main
  return 0;
}
