/* Joins itself: EDEADLK. Two threads that join each other: deadlock. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static pthread_t t[2];
static sem_t created;

static void *work(void *arg) {
  int other = 1 - *(const int *)arg;
  assert(pthread_join(pthread_self(), NULL) == EDEADLK);
  sem_wait(&created);
  pthread_join(t[other], NULL); // BUG: deadlock in work
  return NULL;
}

int main(void) {
  static int id[2] = {0, 1};
  sem_init(&created, 0, 0);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, &id[i]);
  sem_post(&created);
  sem_post(&created);
  pthread_exit(NULL);
}
