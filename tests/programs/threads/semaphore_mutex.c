/* A semaphore that starts at 1 is a mutex. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t lock;
static int counter;

static void *add(void *arg) {
  sem_wait(&lock);
  counter++;
  sem_post(&lock);
  return arg;
}

int main(void) {
  pthread_t t[3];
  sem_init(&lock, 0, 1);
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, add, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  sem_destroy(&lock);
  assert(counter == 3);
  return 0;
}
