/* The owner of a robust mutex ends without unlocking it; the next one is told, and repairs what it protects. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock;
static int balance;

static void *dies(void *arg) {
  int code = pthread_mutex_lock(&lock);
  if (code == EOWNERDEAD) pthread_mutex_consistent(&lock);
  balance = -1;
  return arg;
}

static void *repairs(void *arg) {
  int code = pthread_mutex_lock(&lock);
  if (code == EOWNERDEAD) {
    balance = 0;
    pthread_mutex_consistent(&lock);
  }
  balance++;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&lock, &attr);
  pthread_create(&a, NULL, dies, NULL);
  pthread_create(&b, NULL, repairs, NULL);
  pthread_create(&c, NULL, repairs, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  assert(balance == -1 || balance == 1 || balance == 2);
  return 0;
}
