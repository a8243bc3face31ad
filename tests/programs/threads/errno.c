/* errno is each thread's own. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

static void *fail(void *arg) {
  assert(errno == 0);
  errno = *(const int *)arg;
  sched_yield();
  assert(errno == *(const int *)arg);
  return NULL;
}

int main(void) {
  pthread_t t[2];
  int code[2] = {EBUSY, ENOENT};
  errno = EINVAL;
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, fail, &code[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  assert(errno == EINVAL);
  return 0;
}
