/* Two threads write one variable under different locks, through one function. */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void put(int value) {
  x = value; // BUG: race in put
}

static void *one(void *arg) {
  pthread_mutex_lock(&m);
  put(1);
  pthread_mutex_unlock(&m);
  return arg;
}

static void *two(void *arg) {
  pthread_mutex_lock(&n);
  put(2);
  pthread_mutex_unlock(&n);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, two, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
