/* A pool of two threads that take jobs until they are told to stop. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

enum { JOBS = 4 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int queue[JOBS], first, last, result[JOBS];
static bool is_over;

static void *worker(void *arg) {
  pthread_mutex_lock(&lock);
  for (;;) {
    while (first == last && !is_over) pthread_cond_wait(&changed, &lock);
    if (first == last) break;
    int job = queue[first++];
    pthread_mutex_unlock(&lock);
    result[job] = job * job;
    pthread_mutex_lock(&lock);
  }
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, NULL);
  for (int i = 0; i < JOBS; i++) {
    pthread_mutex_lock(&lock);
    queue[last++] = i;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
  }
  pthread_mutex_lock(&lock);
  is_over = true;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  for (int i = 0; i < JOBS; i++) assert(result[i] == i * i);
  return 0;
}
