/* Creates a thread and never joins it, in a loop; right but for that, and the leaving is no deadlock. */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t never;
static int served;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *serve(void *arg) {
  pthread_mutex_lock(&lock);
  served++;
  pthread_mutex_unlock(&lock);
  if (arg) sem_wait(&never);
  return NULL;
}

int main(void) {
  pthread_t t;
  sem_init(&never, 0, 0);
  for (long i = 0; i < 3; i++) pthread_create(&t, NULL, serve, i ? &served : NULL);
  return 0;
}
