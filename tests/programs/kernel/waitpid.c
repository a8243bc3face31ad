/* A thread waits for a child that waits for what another thread writes. */
#include <assert.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static int to_child[2];
static int status;

static void *wait_for(void *pid) {
  waitpid(*(pid_t *)pid, &status, 0);
  return 0;
}

int main(void) {
  pthread_t t;
  char byte = 7;
  if (pipe(to_child)) return 0;
  pid_t pid = fork();
  if (!pid) {
    char got = 0;
    if (read(to_child[0], &got, 1) != 1) _exit(1);
    _exit(got);
  }
  pthread_create(&t, 0, wait_for, &pid);
  if (write(to_child[1], &byte, 1) != 1) return 0;
  pthread_join(t, 0);
  assert(WIFEXITED(status) && WEXITSTATUS(status) == 7);
  return 0;
}
