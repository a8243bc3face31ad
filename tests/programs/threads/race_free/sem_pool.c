/* A pool of two slots: a semaphore counts the free ones, a lock protects the list of them. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t free_slots;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int is_used[2], work[2];

static int take(void) {
  sem_wait(&free_slots);
  pthread_mutex_lock(&lock);
  int slot = is_used[0] ? 1 : 0;
  assert(!is_used[slot]);
  is_used[slot] = 1;
  pthread_mutex_unlock(&lock);
  return slot;
}

static void give(int slot) {
  pthread_mutex_lock(&lock);
  is_used[slot] = 0;
  pthread_mutex_unlock(&lock);
  sem_post(&free_slots);
}

static void *worker(void *arg) {
  int slot = take();
  work[slot]++;
  give(slot);
  return arg;
}

int main(void) {
  pthread_t t[4];
  sem_init(&free_slots, 0, 2);
  for (int i = 0; i < 4; i++) pthread_create(&t[i], NULL, worker, NULL);
  for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
  sem_destroy(&free_slots);
  assert(work[0] + work[1] == 4);
  return 0;
}
