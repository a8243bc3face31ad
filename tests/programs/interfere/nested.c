/* A thread that is created by a thread that is created by a thread, and nobody joins the last. It finds what main wrote after it had created the
 * first: one interference. The input comes down through the arguments. */
#include <assert.h>
#include <pthread.h>
#include <raddle.h>
#include <stdint.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *last(void *n) {
  pthread_mutex_lock(&lock);
  int is = x;
  pthread_mutex_unlock(&lock);
  assert(is != (int)(intptr_t)n || is == 0); // BUG: assert in last
  return n;
}

static void *middle(void *n) {
  pthread_t t;
  pthread_create(&t, 0, last, n);
  return n;
}

static void *first(void *n) {
  pthread_t t;
  pthread_create(&t, 0, middle, (void *)((intptr_t)n + 1));
  pthread_join(t, 0);
  return n;
}

int main(void) {
  pthread_t t;
  intptr_t n = raddle_uchar("n");
  pthread_create(&t, 0, first, (void *)n);
  pthread_mutex_lock(&lock);
  x = 20;
  pthread_mutex_unlock(&lock);
  pthread_join(t, 0);
  return 0;
}
