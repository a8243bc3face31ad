/* When the threads take turns in a certain way, the process kills itself, in the middle of a batch of runs; in another
 * way an assertion fails. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int last, turns;

static void *act(void *number) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&lock);
    turns += last != *(int *)number;
    last = *(int *)number;
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  int one = 1, two = 2;
  pthread_create(&a, NULL, act, &one);
  pthread_create(&b, NULL, act, &two);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  if (turns == 5) syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
  assert(turns != 6);
  return 0;
}
