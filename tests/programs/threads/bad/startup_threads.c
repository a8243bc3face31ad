/* A constructor starts a thread and waits for what it never does. */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t done;

static void *work(void *arg) { return arg; }

__attribute__((constructor)) static void setup(void) {
  pthread_t t;
  sem_init(&done, 0, 0);
  pthread_create(&t, NULL, work, NULL);
  sem_wait(&done); // BUG: deadlock in setup
}

int main(void) { return 0; }
