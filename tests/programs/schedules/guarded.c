/* A counter under a lock, and LOOSE adds one access outside of it. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *run(void *argument) {
#ifdef LOOSE
  count = 0;
#endif
  pthread_mutex_lock(&lock);
  count++;
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  return 0;
}
