/* A signal to one thread that nobody handles ends the process. */
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static void *wait_there(void *p) {
  sleep(1);
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, wait_there, NULL);
  pthread_kill(t, SIGUSR1); // BUG: signal in main
  pthread_join(t, NULL);
  return 0;
}
