/* Signalled, then cancelled: which of the two it sees when it wakes up is open. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int is_waiting, is_told;

static void unlock(void *p) { pthread_mutex_unlock(p); }

static void *work(void *p) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(unlock, &mutex);
  is_waiting = 1;
  while (!is_told) pthread_cond_wait(&cond, &mutex);
  pthread_cleanup_pop(1);
  return p;
}

int main(void) {
  pthread_t t;
  void *result = NULL;
  pthread_create(&t, NULL, work, NULL);
  pthread_mutex_lock(&mutex);
  int was_waiting = is_waiting;
  is_told = 1;
  pthread_cond_signal(&cond);
  pthread_mutex_unlock(&mutex);
  pthread_cancel(t);
  pthread_join(t, &result);
  assert(!was_waiting || result == PTHREAD_CANCELED); // BUG: assert in main
  return 0;
}
