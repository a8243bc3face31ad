/* A recursive mutex is free again when it was unlocked as often as it was locked. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock;
static int depth_sum;

static void descend(int depth) {
  pthread_mutex_lock(&lock);
  depth_sum += depth;
  if (depth > 0) descend(depth - 1);
  pthread_mutex_unlock(&lock);
}

static void *worker(void *arg) {
  descend(2);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&lock, &attr);
  pthread_mutexattr_destroy(&attr);
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(depth_sum == 6);
  pthread_mutex_destroy(&lock);
  return 0;
}
