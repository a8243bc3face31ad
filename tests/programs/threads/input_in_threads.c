/* Two threads ask for an input each. Only one order of the two, with one pair of values, opens the door. */
#include <assert.h>
#include <pthread.h>
#include <raddle.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int state;

static void *first(void *arg) {
  int key = raddle_int("first");
  pthread_mutex_lock(&lock);
  if (state == 1 && key == 4711) state = 2;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *second(void *arg) {
  int key = raddle_int("second");
  pthread_mutex_lock(&lock);
  if (state == 0 && key * 3 == 42) state = 1;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(state != 2); // BUG: assert in main
  return 0;
}
