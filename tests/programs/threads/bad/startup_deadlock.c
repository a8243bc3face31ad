/* Waits for ever before main: a constructor takes a lock twice. */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock;

__attribute__((constructor)) static void setup(void) {
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_NORMAL);
  pthread_mutex_init(&lock, &attr);
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock); // BUG: lock-misuse in setup
}

int main(void) { return 0; }
