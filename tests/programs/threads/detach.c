/* Detached threads, one by attribute, one by itself; main waits for both through a semaphore. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t done;
static int a, b;

static void *one(void *arg) {
  a = 1;
  sem_post(&done);
  return arg;
}

static void *two(void *arg) {
  pthread_detach(pthread_self());
  b = 2;
  sem_post(&done);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_attr_t attr;
  sem_init(&done, 0, 0);
  pthread_attr_init(&attr);
  pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
  pthread_create(&t, &attr, one, NULL);
  pthread_attr_destroy(&attr);
  pthread_create(&t, NULL, two, NULL);
  sem_wait(&done);
  sem_wait(&done);
  assert(a == 1 && b == 2);
  return 0;
}
