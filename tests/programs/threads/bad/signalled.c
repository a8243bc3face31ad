/* A thread raises a signal that ends the process. */
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static void *work(void *arg) {
  raise(SIGTERM); // BUG: signal in work
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  return 0;
}
