/* A thread that is cancelled while it holds a lock, with a clean-up handler that gives it back. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int unlocked;

static void unlock(void *arg) {
  unlocked++;
  pthread_mutex_unlock(arg);
}

static void *victim(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  pthread_cleanup_push(unlock, &lock);
  pthread_testcancel();
  pthread_cleanup_pop(1);
  return NULL;
}

int main(void) {
  pthread_t t;
  void *result;
  pthread_create(&t, NULL, victim, NULL);
  pthread_cancel(t);
  pthread_join(t, &result);
  pthread_mutex_lock(&lock);
  assert(result == PTHREAD_CANCELED || result == NULL);
  assert(unlocked == 1);
  pthread_mutex_unlock(&lock);
  return 0;
}
