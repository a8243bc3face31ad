/* A thread ends the whole process; main waits for another one that never ends. */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <stdlib.h>

static sem_t never;

static void *waiter(void *arg) {
  sem_wait(&never);
  return arg;
}

static void *leaver(void *arg) {
  exit(7);
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&never, 0, 0);
  pthread_create(&a, NULL, waiter, NULL);
  pthread_create(&b, NULL, leaver, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
