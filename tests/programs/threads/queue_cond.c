/* Producer and consumer over a one-place buffer with condition variables, as the textbook has it. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER, not_full = PTHREAD_COND_INITIALIZER;
static int buffer, count;

static void put(int value) {
  pthread_mutex_lock(&lock);
  while (count == 1) pthread_cond_wait(&not_full, &lock);
  buffer = value;
  count++;
  pthread_cond_signal(&not_empty);
  pthread_mutex_unlock(&lock);
}

static int take(void) {
  pthread_mutex_lock(&lock);
  while (count == 0) pthread_cond_wait(&not_empty, &lock);
  int value = buffer;
  count--;
  pthread_cond_signal(&not_full);
  pthread_mutex_unlock(&lock);
  return value;
}

static void *producer(void *arg) {
  (void)arg;
  for (int i = 1; i <= 2; i++) put(i);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, producer, NULL);
  int first = take(), second = take();
  assert(first == 1 && second == 2);
  pthread_join(t, NULL);
  return 0;
}
