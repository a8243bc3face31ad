/* A lost wake-up: the waiter looks at the flag before it takes the lock, so the signal may come between looking and
 * waiting, when nobody waits. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static atomic_int is_ready;

static void *waiter(void *arg) {
  (void)arg;
  if (!atomic_load(&is_ready)) {
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&ready, &lock); // BUG: deadlock in waiter
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waiter, NULL);
  atomic_store(&is_ready, 1);
  pthread_mutex_lock(&lock);
  pthread_cond_signal(&ready);
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  return 0;
}
