/* A hundred threads that count up under one lock. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { N = 100 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *add(void *arg) {
  pthread_mutex_lock(&lock);
  counter++;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++)
    if (pthread_create(&t[i], NULL, add, NULL)) return 1;
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  assert(counter == N);
  return 0;
}
