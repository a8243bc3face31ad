/* The same under a lock: nobody can tell. */
#include <assert.h>
#include <pthread.h>

struct six {
  long x[6];
};
static struct six shared;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static long sum(struct six v) { return v.x[0] * 10 + v.x[5]; }

static void *writes(void *arg) {
  pthread_mutex_lock(&m);
  shared.x[0] = 1;
  shared.x[5] = 1;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writes, NULL);
  pthread_mutex_lock(&m);
  assert(sum(shared) != 1);
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
