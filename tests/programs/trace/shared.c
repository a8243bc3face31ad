/* A lost update on the heap, beside accesses to globals of several shapes: what each is called, and its value, is in
 * tests/e2e/trace_text.sh. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct item {
  int cnt;
  struct item *next;
};
enum phase { COLD, WARM = 7 };

static struct {
  int head;
  struct item *first;
} q[4];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total, *where = &total;
static enum phase phase;
static char letter = '-';
static _Atomic int rounds = 40;
static double level;

static void *work(void *arg) {
  struct item *v = arg;
  int seen = v->cnt;
  v->cnt = seen + 1; /* the update that gets lost */
  pthread_mutex_lock(&m);
  q[2].head++;
  q[3].first = NULL;
  *where -= 1;
  v->next->cnt += 100;
  phase = WARM;
  letter = 'k';
  level = 0.5;
  pthread_mutex_unlock(&m);
  atomic_fetch_add(&rounds, 2);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  struct item *v = calloc(1, sizeof *v);
  v->next = calloc(1, sizeof *v);
  pthread_create(&a, NULL, work, v);
  pthread_create(&b, NULL, work, v);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(v->cnt == 2);
  return 0;
}
