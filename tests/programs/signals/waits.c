/* A thread that waits for signals which all others block: kill and pthread_kill wake it up. */
#include <pthread.h>
#include <raddle.h>
#include <signal.h>
#include <unistd.h>

static sigset_t set;
static int got;

static void *waiter(void *unused) {
  (void)unused;
  sigwait(&set, &got);
  return NULL;
}

int main(void) {
  pthread_t t;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_create(&t, NULL, waiter, NULL);
#ifdef PROCESS
  kill(getpid(), SIGTERM);
#else
  pthread_kill(t, SIGTERM);
#endif
  pthread_join(t, NULL);
  raddle_assert(got == SIGTERM);
  return 0;
}
