/* Cancelling. CASE 1: a thread with a point where it may be cancelled. 2: it waits on a condition variable, and its
 * clean-up unlocks. 3: it keeps cancelling off for a while. 4: it may be waiting for a semaphore that nobody posts. */
#include <semaphore.h>
#include <stdatomic.h>
#include "../crew.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static sem_t semaphore;
static atomic_int x;

static void unlock(void *argument) { pthread_mutex_unlock(argument); }

static void *work(void *argument) {
#if CASE == 1
  atomic_fetch_add(&x, 1);
  pthread_testcancel();
  atomic_fetch_add(&x, 1);
#elif CASE == 2
  pthread_mutex_lock(&lock);
  pthread_cleanup_push(unlock, &lock);
  pthread_cond_wait(&cond, &lock);
  pthread_cleanup_pop(1);
#elif CASE == 3
  int old;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  atomic_fetch_add(&x, 1);
  pthread_testcancel();
  pthread_setcancelstate(old, &old);
  pthread_testcancel();
  atomic_fetch_add(&x, 1);
#else
  sem_wait(&semaphore);
#endif
  return argument;
}

int main(void) {
  pthread_t thread;
  void *result;
  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, 0, work, 0);
  atomic_load(&x);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  if (result == PTHREAD_CANCELED) atomic_store(&x, 9);
  pthread_mutex_lock(&lock);
  return 0;
}
