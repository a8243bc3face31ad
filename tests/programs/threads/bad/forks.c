/* Forks while it has threads; the bug beside it must still be found. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

static atomic_int stage;

static void *work(void *arg) {
  atomic_store(&stage, 1);
  return arg;
}

int main(void) {
  pthread_t t;
  int status = 0;
  pthread_create(&t, NULL, work, NULL);
  pid_t child = fork();
  if (child == 0) _exit(3);
  if (child > 0) waitpid(child, &status, 0);
  assert(child < 0 || WEXITSTATUS(status) == 3);
  assert(atomic_load(&stage) == 0); // BUG: assert in main
  pthread_join(t, NULL);
  return 0;
}
