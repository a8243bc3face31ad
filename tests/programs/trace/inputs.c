/* Every thread asks for input, one of them is created by another; what they do with it does not depend on the schedule. */
#include <assert.h>
#include <pthread.h>
#include <raddle.h>
#include <stddef.h>

static int sum;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void add(int amount) {
  pthread_mutex_lock(&m);
  sum += amount;
  pthread_mutex_unlock(&m);
}

static void *inner(void *arg) {
  if (raddle_int("z") == 77) add(100);
  return arg;
}

static void *work(void *arg) {
  pthread_t t;
  short y = raddle_short("y");
  if (arg) {
    pthread_create(&t, NULL, inner, NULL);
    pthread_join(t, NULL);
  }
  int w = raddle_int("w");
  if (y == -5) add(10);
  if (w == 9) add(1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  int x = raddle_int("x");
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, &sum);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(x != 3 || sum != 122); /* every one of them has to be right */
  return 0;
}
