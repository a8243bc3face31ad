/* A failure that depends on reads which creation and joining order, or which come from before there were threads: each line
 * with a mark has such a read in the trace, by that name and with that value. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct job {
  int from, to;
};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int shared, limit = 1, *result;

static int weigh(const struct job *j) { return j->to; } // read: j->to = 3
static void *one(void *arg) {
  int sum = weigh(arg) * limit; // read: limit = 2
  pthread_mutex_lock(&m);
  sum += shared; // read: shared = 4   {m}
  pthread_mutex_unlock(&m);
  *result = sum;
  return NULL;
}
static void *two(void *arg) {
  pthread_mutex_lock(&m);
  shared = 4;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t a, b;
  struct job job = {1, 3};
  limit = 2;
  result = calloc(1, sizeof *result);
  pthread_create(&a, NULL, one, &job);
  pthread_create(&b, NULL, two, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  int got = *result; // read: *result = 10
  assert(got != 10);
  return 0;
}
