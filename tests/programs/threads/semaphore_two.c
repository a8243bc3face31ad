/* A semaphore that starts at 2 lets two threads in at once. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t lock;
static int counter;

static void *add(void *arg) {
  sem_wait(&lock);
  counter++; // BUG: race in add
  sem_post(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&lock, 0, 2);
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  sem_destroy(&lock);
  assert(counter == 2); // BUG: assert in main
  return 0;
}
