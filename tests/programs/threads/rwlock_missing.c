/* The writer takes the lock for reading only: two of them change the pair at once. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x, y;

static void *writer(void *arg) {
  (void)arg;
  pthread_rwlock_rdlock(&lock);
  x++; // BUG: race in writer
  y++; // BUG: race in writer
  pthread_rwlock_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, writer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(x == y); // BUG: assert in main
  return 0;
}
