/* A process is made before there are threads; its exit code is the parent's business. */
#include <assert.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *writer(void *unused) {
  pthread_mutex_lock(&lock);
  x = 1;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t t;
  int status = 0;
  pid_t child = fork();
  if (child == 0) _exit(3);
  if (child < 0 || waitpid(child, &status, 0) != child) return 1;
  pthread_create(&t, 0, writer, 0);
  pthread_mutex_lock(&lock);
  int is = x;
  pthread_mutex_unlock(&lock);
  assert(!is); // BUG: assert in main
  pthread_join(t, 0);
  return 0;
}
