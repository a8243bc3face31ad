/* Three threads, main one of them, that lock, count and unlock twice each: 26 visible operations. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *work(void *arg) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  work(NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 6);
  return 0;
}
