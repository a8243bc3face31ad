/* Joins a thread that was detached: undefined by POSIX, EINVAL or ESRCH in practice. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static void *work(void *arg) { return arg; }

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_detach(t);
  int code = pthread_join(t, NULL);
  assert(code == EINVAL || code == ESRCH);
  return 0;
}
