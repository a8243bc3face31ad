/* Thread-specific data: each thread's own value, given to the destructor when the thread ends. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_key_t key;
static atomic_int freed;

static void destroy(void *p) {
  atomic_fetch_add(&freed, *(int *)p);
  free(p);
}

static void *worker(void *arg) {
  int *mine = malloc(sizeof *mine);
  *mine = *(const int *)arg;
  assert(pthread_getspecific(key) == NULL);
  pthread_setspecific(key, mine);
  assert(pthread_getspecific(key) == mine);
  return NULL;
}

int main(void) {
  pthread_t t[2];
  int n[2] = {1, 10};
  pthread_key_create(&key, destroy);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, &n[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  assert(atomic_load(&freed) == 11);
  pthread_key_delete(key);
  return 0;
}
