/* Two readers see both halves of a pair change together, because the writer has the lock alone. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static struct {
  int x, y;
} pair;

static void *reader(void *arg) {
  (void)arg;
  pthread_rwlock_rdlock(&lock);
  assert(pair.x == pair.y);
  pthread_rwlock_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, reader, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_rwlock_wrlock(&lock);
  pair.x++;
  pair.y++;
  pthread_rwlock_unlock(&lock);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
