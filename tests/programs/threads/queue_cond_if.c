/* Producer and two consumers, `if` instead of `while`: one consumer is woken, the other takes what it was woken for, and
 * the first one takes from an empty buffer. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static int count;

static void *consumer(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  if (count == 0) pthread_cond_wait(&not_empty, &lock);
  assert(count > 0); // BUG: assert in consumer
  count--;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void put(void) {
  pthread_mutex_lock(&lock);
  count++;
  pthread_cond_signal(&not_empty);
  pthread_mutex_unlock(&lock);
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, consumer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  put();
  put();
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
