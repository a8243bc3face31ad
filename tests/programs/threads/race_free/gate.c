/* A gate: threads wait until main opens it for all. What main wrote before is theirs to read. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static bool is_open;
static int table[4];

static void *runner(void *arg) {
  int me = *(const int *)arg;
  pthread_mutex_lock(&lock);
  while (!is_open) pthread_cond_wait(&opened, &lock);
  pthread_mutex_unlock(&lock);
  assert(table[me] == me * me);
  return NULL;
}

int main(void) {
  pthread_t t[3];
  int id[3] = {1, 2, 3};
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, runner, &id[i]);
  for (int i = 0; i < 4; i++) table[i] = i * i;
  pthread_mutex_lock(&lock);
  is_open = true;
  pthread_cond_broadcast(&opened);
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 0;
}
