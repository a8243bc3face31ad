/* Two locks in any order: who cannot get the second gives the first back and tries again. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

static pthread_mutex_t lock[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int counter;

static void *worker(void *arg) {
  int first = *(const int *)arg, second = 1 - first;
  for (;;) {
    pthread_mutex_lock(&lock[first]);
    if (pthread_mutex_trylock(&lock[second]) == 0) break;
    pthread_mutex_unlock(&lock[first]);
    sched_yield();
  }
  counter++;
  pthread_mutex_unlock(&lock[second]);
  pthread_mutex_unlock(&lock[first]);
  return NULL;
}

int main(void) {
  pthread_t t[2];
  int id[2] = {0, 1};
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, &id[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  assert(counter == 2);
  return 0;
}
