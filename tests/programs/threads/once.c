/* pthread_once, called by two threads: the routine runs once, and has returned when any of the calls returns. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int calls, table;

static void init(void) {
  calls++;
  table = 42;
}

static void *user(void *arg) {
  pthread_once(&once, init);
  assert(table == 42);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, user, NULL);
  pthread_create(&b, NULL, user, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(calls == 1);
  return 0;
}
