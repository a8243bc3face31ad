/* Sleeping and yielding threads that meet at a lock; virtual time goes on without waiting. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int awake;

static void *sleeper(void *arg) {
  usleep(1000);
  nanosleep(&(struct timespec){0, 1000000}, NULL);
  sched_yield();
  pthread_mutex_lock(&lock);
  awake++;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, sleeper, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  assert(awake == 3);
  return 0;
}
