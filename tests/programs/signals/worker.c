/* To a worker that has not begun, or that has ended its work; by raise, in one thread. */
#include <pthread.h>
#include <raddle.h>
#include <signal.h>

static pthread_t ran_in, worker;
static int count;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void handler(int number) {
  (void)number;
  ran_in = pthread_self();
  count++;
}

static void *work(void *unused) {
  (void)unused;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) {
  signal(SIGUSR1, handler);
  raise(SIGUSR1);
  raddle_assert(count == 1);
  pthread_create(&worker, NULL, work, NULL);
  pthread_kill(worker, SIGUSR1);
  pthread_join(worker, NULL);
  raddle_assert(count == 1 || pthread_equal(ran_in, worker));
  return 0;
}
