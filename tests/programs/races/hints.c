/* No bug, but odd: a signal nobody waits for, a thread nobody joins, a lock that is never given back. */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t heard = PTHREAD_COND_INITIALIZER, unheard = PTHREAD_COND_INITIALIZER;
static int is_ready;

static void *setter(void *arg) {
  pthread_mutex_lock(&m);
  is_ready = 1;
  pthread_cond_signal(&heard);
  pthread_cond_signal(&unheard); // HINT: signal-without-waiter
  pthread_mutex_unlock(&m);
  return arg;
}

static void *keeper(void *arg) {
  pthread_mutex_lock(arg); // HINT: lock-held-at-end
  return NULL;
}

static void *idler(void *arg) { return arg; }

int main(void) {
  static pthread_mutex_t kept = PTHREAD_MUTEX_INITIALIZER;
  pthread_t a, b, c, d;
  pthread_create(&a, NULL, setter, NULL);
  pthread_create(&b, NULL, keeper, &kept); // HINT: thread-not-joined
  pthread_create(&c, NULL, idler, NULL);
  pthread_create(&d, NULL, idler, NULL);
  pthread_detach(c);
  pthread_mutex_lock(&m);
  while (!is_ready) pthread_cond_wait(&heard, &m);
  pthread_mutex_unlock(&m);
  pthread_join(a, NULL);
  pthread_join(d, NULL);
  return 0;
}
