/* Four threads count up under one lock. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *add(void *arg) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t t[4];
  for (int i = 0; i < 4; i++) pthread_create(&t[i], NULL, add, NULL);
  for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
  assert(counter == 12);
  return 0;
}
