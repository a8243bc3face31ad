/* A hundred threads count up under one lock, but for the last one, which has forgotten it. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { N = 100 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *add(void *arg) {
  pthread_mutex_lock(&lock);
  counter++; // BUG: race in add
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *forget(void *arg) {
  counter++; // BUG: race in forget
  return arg;
}

int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++)
    if (pthread_create(&t[i], NULL, i < N - 1 ? add : forget, NULL)) return 1;
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  assert(counter == N); // BUG: assert in main
  return 0;
}
