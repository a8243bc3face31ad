/* A null pointer is used: one thread has put it there after the other had found that it is none. One interference, the second read. */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int number = 5, *shared = &number;

static int *get(void) {
  pthread_mutex_lock(&lock);
  int *is = shared;
  pthread_mutex_unlock(&lock);
  return is;
}

static void *user(void *unused) {
  if (get()) number = *get() + 1; // BUG: null-deref in user
  return unused;
}

static void *cleaner(void *unused) {
  pthread_mutex_lock(&lock);
  shared = NULL;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, user, 0);
  pthread_create(&two, 0, cleaner, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
