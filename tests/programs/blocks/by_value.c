/* A struct that is passed by value is copied by the call: one step, though another thread can tell its parts apart. Natively x[5] may be
 * seen without x[0]. */
#include <assert.h>
#include <pthread.h>

struct six {
  long x[6];
};
static struct six shared;

static long sum(struct six v) { return v.x[0] * 10 + v.x[5]; }

static void *writes(void *arg) {
  shared.x[0] = 1;
  shared.x[5] = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writes, NULL);
  assert(sum(shared) != 1);
  pthread_join(t, NULL);
  return 0;
}
