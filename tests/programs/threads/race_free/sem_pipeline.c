/* Three stages hand one cell on by semaphores. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t made, doubled, empty;
static int cell, seen[3];

static void *maker(void *arg) {
  for (int i = 0; i < 3; i++) {
    sem_wait(&empty);
    cell = i;
    sem_post(&made);
  }
  return arg;
}

static void *doubler(void *arg) {
  for (int i = 0; i < 3; i++) {
    sem_wait(&made);
    cell *= 2;
    sem_post(&doubled);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&made, 0, 0);
  sem_init(&doubled, 0, 0);
  sem_init(&empty, 0, 1);
  pthread_create(&a, NULL, maker, NULL);
  pthread_create(&b, NULL, doubler, NULL);
  for (int i = 0; i < 3; i++) {
    sem_wait(&doubled);
    seen[i] = cell;
    sem_post(&empty);
  }
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  for (int i = 0; i < 3; i++) assert(seen[i] == 2 * i);
  return 0;
}
