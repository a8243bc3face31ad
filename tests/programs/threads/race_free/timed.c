/* Locks with a time limit: whoever comes too late does without. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t slots;
static int counter, late;

static void *worker(void *arg) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 5;
  if (sem_timedwait(&slots, &until) != 0) {
    assert(errno == ETIMEDOUT);
    __atomic_fetch_add(&late, 1, __ATOMIC_SEQ_CST);
    return arg;
  }
  int code = pthread_mutex_timedlock(&lock, &until);
  assert(code == 0 || code == ETIMEDOUT);
  if (code == 0) {
    counter++;
    pthread_mutex_unlock(&lock);
  } else {
    __atomic_fetch_add(&late, 1, __ATOMIC_SEQ_CST);
  }
  sem_post(&slots);
  return arg;
}

int main(void) {
  pthread_t t[3];
  sem_init(&slots, 0, 2);
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, worker, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  assert(counter + late == 3);
  return 0;
}
