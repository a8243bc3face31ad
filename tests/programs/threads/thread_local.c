/* Each thread counts in a variable of its own; only the sum is shared. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static __thread int mine;
static _Thread_local int history[4];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *count(void *arg) {
  int n = *(const int *)arg;
  assert(mine == 0 && history[0] == 0);
  for (int i = 0; i < n; i++) history[mine++] = i;
  pthread_mutex_lock(&lock);
  sum += mine;
  pthread_mutex_unlock(&lock);
  assert(mine == n && history[n - 1] == n - 1);
  return NULL;
}

int main(void) {
  pthread_t t[2];
  int n[2] = {2, 3};
  mine = 40;
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, count, &n[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  assert(mine == 40 && sum == 5);
  return 0;
}
