/* The handler runs in the thread that the signal is sent to, wherever that waits. */
#include <pthread.h>
#include <raddle.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

static pthread_t ran_in, target;
static volatile sig_atomic_t count, flag;
static sem_t sem;

static void handler(int number) {
  (void)number;
  ran_in = pthread_self();
  count++;
  flag = 1;
#if CASE == 2
  sem_post(&sem);
#endif
}

static void *sender(void *unused) {
  (void)unused;
  pthread_kill(target, SIGUSR1);
  return NULL;
}

int main(void) {
  pthread_t t;
  sem_init(&sem, 0, 0);
  target = pthread_self();
  struct sigaction a = {.sa_handler = handler, .sa_flags = SA_RESTART};
  sigaction(SIGUSR1, &a, NULL);
  pthread_create(&t, NULL, sender, NULL);
#if CASE == 2
  while (sem_wait(&sem)) {}
#elif CASE == 3
  while (!flag) {}
#elif CASE == 4
  while (!flag) usleep(1);
#endif
  pthread_join(t, NULL);
#if CASE == 5
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  signal(SIGUSR2, handler);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  raise(SIGUSR2);
  raddle_assert(count == 1);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  raddle_assert(count == 2);
#endif
  raddle_assert(count >= 1);
  raddle_assert(pthread_equal(ran_in, target));
  return 0;
}
