/* A server that waits for requests, and main, which waits for the server: endless, and meant so. */
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int request, served;

static void *serve(void *unused) {
  for (;;) {
    pthread_mutex_lock(&m);
    if (request) served++, request = 0;
    pthread_mutex_unlock(&m);
    sched_yield();
  }
  return unused;
}

static void *ask(void *unused) {
  pthread_mutex_lock(&m);
  request = 1;
  pthread_mutex_unlock(&m);
  int is_done = 0;
  while (!is_done) {
    pthread_mutex_lock(&m);
    is_done = served;
    pthread_mutex_unlock(&m);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, serve, 0);
  pthread_create(&b, 0, ask, 0);
  pthread_join(b, 0);
  pthread_join(a, 0);
  return 0;
}
