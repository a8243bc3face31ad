/* Thread-specific data with a destructor that runs in the thread that ends. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void destroy(void *p) {
  pthread_mutex_lock(&lock);
  sum += *(int *)p;
  pthread_mutex_unlock(&lock);
  free(p);
}

static void *worker(void *arg) {
  int *mine = malloc(sizeof *mine);
  *mine = *(const int *)arg;
  pthread_setspecific(key, mine);
  *(int *)pthread_getspecific(key) += 1;
  return NULL;
}

int main(void) {
  pthread_t t[3];
  int n[3] = {1, 10, 100};
  pthread_key_create(&key, destroy);
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, worker, &n[i]);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  pthread_key_delete(key);
  assert(sum == 114);
  return 0;
}
