/* Two locks in both orders. The second thread only tries the first of its locks, and has a way out when that fails; but
 * when it succeeds it waits for the other lock with the first one in its hand. */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int moved;

static void *forth(void *arg) {
  (void)arg;
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b); // BUG: deadlock in forth
  moved++;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return NULL;
}

static void *back(void *arg) {
  (void)arg;
  if (pthread_mutex_trylock(&b) != 0) return NULL;
  pthread_mutex_lock(&a); // BUG: deadlock in back
  moved--;
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return NULL;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, forth, NULL);
  pthread_create(&u, NULL, back, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return 0;
}
