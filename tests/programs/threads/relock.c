/* A function that locks is called with the lock held: a normal mutex cannot be taken twice, the thread waits for itself. */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock;
static int balance;

static int get(void) {
  pthread_mutex_lock(&lock); // BUG: lock-misuse in get
  int now = balance;
  pthread_mutex_unlock(&lock);
  return now;
}

static void *add(void *arg) {
  pthread_mutex_lock(&lock);
  balance = get() + 1;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_NORMAL);
  pthread_mutex_init(&lock, &attr);
  pthread_create(&t, NULL, add, NULL);
  pthread_join(t, NULL);
  return 0;
}
