/* Statistics kept per thread, merged under a lock when the thread is done. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct stats {
  int calls, largest;
};
static _Thread_local struct stats mine;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct stats all;

static void note(int n) {
  mine.calls++;
  if (n > mine.largest) mine.largest = n;
}

static void *worker(void *arg) {
  int me = *(const int *)arg;
  for (int i = 0; i <= me; i++) note(me * 10 + i);
  pthread_mutex_lock(&lock);
  all.calls += mine.calls;
  if (mine.largest > all.largest) all.largest = mine.largest;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t t[3];
  int id[3] = {0, 1, 2};
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, worker, &id[i]);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  assert(all.calls == 6 && all.largest == 22 && mine.calls == 0);
  return 0;
}
