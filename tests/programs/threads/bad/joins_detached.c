/* Joins a thread that was detached: undefined by POSIX, and reported, although it is EINVAL or ESRCH in practice. */
#include <pthread.h>
#include <stddef.h>

static void *work(void *arg) { return arg; }

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_detach(t);
  pthread_join(t, NULL); // BUG: lock-misuse in main
  return 0;
}
