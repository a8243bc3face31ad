/* Cancelled while it waits: for a semaphore, on a condition variable (it then has the mutex again), not for a mutex. */
#define _GNU_SOURCE
#include "show.h"
#include <semaphore.h>

static atomic_int stage;
static pthread_t thread;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static sem_t semaphore;

static void unlock(void *p) { SHOW(pthread_mutex_unlock(p)); }
static void say(void *p) { printf("cleanup: %s\n", (char *)p); }

static void run(const char *what, void *(*routine)(void *)) {
  void *result = NULL;
  stage = 0;
  printf("%s\n", what);
  pthread_mutex_lock(&other);
  pthread_create(&thread, NULL, routine, NULL);
  wait_for(&stage);
  int asked = pthread_cancel(thread);
  pthread_mutex_unlock(&other);
  SHOW(pthread_join(thread, &result));
  SHOW(asked);
  SHOW_NUMBER(result == PTHREAD_CANCELED);
}

static void *wait_semaphore(void *p) {
  pthread_cleanup_push(say, "semaphore");
  stage = 1;
  sem_wait(&semaphore);
  pthread_cleanup_pop(0);
  return p;
}

static void *wait_semaphore_until(void *p) {
  struct timespec t = in_future(CLOCK_REALTIME, 100000);
  stage = 1;
  sem_timedwait(&semaphore, &t);
  return p;
}

static void *wait_condition(void *p) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(unlock, &mutex);
  stage = 1;
  for (;;) pthread_cond_wait(&cond, &mutex);
  pthread_cleanup_pop(1);
  return p;
}

static void *wait_condition_until(void *p) {
  struct timespec t = in_future(CLOCK_REALTIME, 100000);
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(unlock, &mutex);
  stage = 1;
  while (pthread_cond_timedwait(&cond, &mutex, &t) != ETIMEDOUT) continue;
  pthread_cleanup_pop(1);
  return p;
}

static void *lock(void *p) {
  stage = 1;
  pthread_mutex_lock(&other);
  printf("a mutex is no cancellation point\n");
  pthread_mutex_unlock(&other);
  pthread_testcancel();
  return p;
}

static void *refuse(void *p) {
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
  pthread_mutex_lock(&mutex);
  stage = 1;
  pthread_cond_wait(&cond, &mutex);
  pthread_mutex_unlock(&mutex);
  return p;
}

static void show_refused(void) {
  void *result = NULL;
  stage = 0;
  pthread_create(&thread, NULL, refuse, NULL);
  wait_for(&stage);
  pthread_mutex_lock(&mutex); /* it waits now */
  SHOW(pthread_cancel(thread));
  SHOW(pthread_cond_signal(&cond));
  pthread_mutex_unlock(&mutex);
  SHOW(pthread_join(thread, &result));
  SHOW_NUMBER(result == NULL);
}

int main(void) {
  sem_init(&semaphore, 0, 0);
  run("semaphore", wait_semaphore);
  run("semaphore with a time limit", wait_semaphore_until);
  run("condition", wait_condition);
  SHOW(pthread_mutex_trylock(&mutex)); /* nobody holds it */
  SHOW(pthread_mutex_unlock(&mutex));
  run("condition with a time limit", wait_condition_until);
  run("mutex", lock);
  show_refused();
  int value = -1;
  SHOW(sem_getvalue(&semaphore, &value));
  SHOW_NUMBER(value);
  return 0;
}
