/* Threads wait for signals in each of the ways there are; main sends them. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static volatile sig_atomic_t handled;
static sigset_t usr1, usr2, none;

static void handle(int number) { handled = number; }

static void *suspend(void *unused) {
  while (!handled) sigsuspend(&none);
  return unused;
}

static void *take(void *unused) {
  siginfo_t info;
  assert(sigwaitinfo(&usr2, &info) == SIGUSR2 && info.si_signo == SIGUSR2);
  return unused;
}

int main(void) {
  pthread_t a, b;
  sigemptyset(&none);
  sigemptyset(&usr1);
  sigemptyset(&usr2);
  sigaddset(&usr1, SIGUSR1);
  sigaddset(&usr2, SIGUSR2);
  signal(SIGUSR1, handle);
  pthread_sigmask(SIG_BLOCK, &usr1, 0);
  pthread_sigmask(SIG_BLOCK, &usr2, 0);
  pthread_create(&a, 0, suspend, 0);
  pthread_create(&b, 0, take, 0);
  pthread_kill(a, SIGUSR1);
  pthread_kill(b, SIGUSR2);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
