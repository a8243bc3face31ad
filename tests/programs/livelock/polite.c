/* Each takes its own lock, and gives it back if it cannot have the other's: in step they do so for ever. */
#include <pthread.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
static int meals;

static void eat(pthread_mutex_t *first, pthread_mutex_t *second) {
  pthread_mutex_lock(first);
  while (pthread_mutex_trylock(second)) {
    pthread_mutex_unlock(first);
    pthread_mutex_lock(first);
  }
  meals++;
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}

static void *one(void *unused) { return eat(&left, &right), unused; }
static void *other(void *unused) { return eat(&right, &left), unused; }

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, other, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return meals != 2;
}
