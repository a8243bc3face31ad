/* Workers that take jobs from a pool and put new ones into it (Table VII, ReplicatedWorkers). The pool is exhausted when it is empty and
 * nobody works. The seeded error: a worker says that it is idle before it has put its new jobs into the pool. */
#include <assert.h>
#include <pthread.h>

#ifndef WORKERS
#define WORKERS 2
#endif
enum { FIRST_JOB = 2, JOBS = 3 }; /* job n leads to one of n - 1: two jobs in all, and the one that ends it */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int pool[JOBS], count, working, done, is_exhausted;

static int take(void) {
  int job = -1;
  pthread_mutex_lock(&lock);
  while (!count && working && !is_exhausted) pthread_cond_wait(&changed, &lock);
  if (count && !is_exhausted)
    job = pool[--count], working++;
  else
    is_exhausted = 1, pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  return job;
}

static void finish(void) {
  pthread_mutex_lock(&lock);
  done++, working--;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}

static void put(int job) {
  pthread_mutex_lock(&lock);
  assert(!is_exhausted);
  pool[count++] = job;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}

static void *worker(void *unused) {
  for (int job; (job = take()) >= 0;) {
    finish(); /* BUG: before its jobs are in the pool */
    if (job > 1) put(job - 1);
  }
  return unused;
}

int main(void) {
  pthread_t threads[WORKERS];
  pool[count++] = FIRST_JOB;
  for (int i = 0; i < WORKERS; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < WORKERS; i++) pthread_join(threads[i], NULL);
  assert(done == FIRST_JOB);
}
