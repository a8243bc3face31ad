/* THREADS threads, 50 unless said otherwise: each adds one to a shared number, with the lock held, and has a branch on what it found, which needs
 * one interference. main joins them all: the end of that loop needs THREADS - 1, since each but the first reads what another wrote. */
#include <pthread.h>

#ifndef THREADS
#define THREADS 50
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x, ones;

static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  int found = x++;
  pthread_mutex_unlock(&lock);
  if (found == 1) return &ones;
  return unused;
}

int main(void) {
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++) pthread_create(&thread[i], 0, work, 0);
  for (int i = 0; i < THREADS; i++) pthread_join(thread[i], 0);
  return 0;
}
