/* Signals that a program with one thread sends itself: masks, handlers, what is pending, what handlers are told. Each function returns what
 * POSIX says it does: true. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <raddle.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t count, depth, was_nested, saw_mask;
static sigjmp_buf place;

static sigset_t one(int number) {
  sigset_t s;
  sigemptyset(&s);
  sigaddset(&s, number);
  return s;
}
static void block(int number) {
  sigset_t s = one(number);
  sigprocmask(SIG_BLOCK, &s, NULL);
}
static void unblock(int number) {
  sigset_t s = one(number);
  sigprocmask(SIG_UNBLOCK, &s, NULL);
}
static int is_blocked(int number) {
  sigset_t s;
  sigprocmask(SIG_BLOCK, NULL, &s);
  return sigismember(&s, number);
}

static void counts(int number) {
  (void)number;
  count++;
}
static void nests(int number) {
  was_nested |= depth++ > 0;
  saw_mask = is_blocked(number);
  if (++count < 3) raise(number);
  depth--;
}
static void jumps(int number) {
  (void)number;
  siglongjmp(place, 1);
}

static int blocked_while_handled(void) {
  signal(SIGUSR1, nests);
  raise(SIGUSR1);
  return count == 3 && !was_nested && saw_mask && !is_blocked(SIGUSR1);
}
static int not_deferred(void) {
  struct sigaction a = {.sa_handler = nests, .sa_flags = SA_NODEFER};
  sigaction(SIGUSR1, &a, NULL);
  raise(SIGUSR1);
  return count == 3 && was_nested;
}
static void raises_other(int number) {
  (void)number;
  raise(SIGUSR2);
  saw_mask = count == 0;
}
static int blocks_others(void) {
  struct sigaction a = {.sa_handler = raises_other};
  a.sa_mask = one(SIGUSR2);
  sigaction(SIGUSR1, &a, NULL);
  signal(SIGUSR2, counts);
  raise(SIGUSR1);
  return saw_mask && count == 1;
}
static int jump_with_mask(void) {
  signal(SIGUSR1, jumps);
  for (volatile int i = 0; i < 3; i++)
    if (!sigsetjmp(place, 1))
      raise(SIGUSR1);
    else
      count++;
  return count == 3 && !is_blocked(SIGUSR1);
}
static int jump_without_mask(void) {
  signal(SIGUSR1, jumps);
  if (!sigsetjmp(place, 0)) raise(SIGUSR1);
  return is_blocked(SIGUSR1);
}
static int pending(void) {
  sigset_t s;
  signal(SIGUSR1, counts);
  block(SIGUSR1);
  raise(SIGUSR1);
  raise(SIGUSR1);
  int is_there = !sigpending(&s) && sigismember(&s, SIGUSR1) && !count;
  unblock(SIGUSR1);
  return is_there && count == 1;
}
static int pending_by_pthread(void) {
  sigset_t s = one(SIGUSR1), there;
  pthread_sigmask(SIG_BLOCK, &s, NULL);
  pthread_kill(pthread_self(), SIGUSR1);
  return !sigpending(&there) && sigismember(&there, SIGUSR1);
}
static int queued(void) {
  signal(SIGRTMIN, counts);
  block(SIGRTMIN);
  for (int i = 0; i < 3; i++) raise(SIGRTMIN);
  unblock(SIGRTMIN);
  return count == 3;
}
static int waited_for(void) {
  sigset_t s = one(SIGUSR1);
  int number = 0;
  block(SIGUSR1);
  kill(getpid(), SIGUSR1);
  return !sigwait(&s, &number) && number == SIGUSR1;
}
static int waited_for_info(void) {
  sigset_t s = one(SIGUSR1);
  siginfo_t info;
  block(SIGUSR1);
  kill(getpid(), SIGUSR1);
  return sigwaitinfo(&s, &info) == SIGUSR1 && info.si_signo == SIGUSR1 && info.si_pid == getpid();
}
static int time_passes(void) {
  sigset_t s = one(SIGUSR1);
  struct timespec t = {.tv_nsec = 1000};
  block(SIGUSR1);
  return sigtimedwait(&s, NULL, &t) == -1 && errno == EAGAIN;
}
static int suspended(void) {
  sigset_t none;
  sigemptyset(&none);
  signal(SIGUSR1, counts);
  block(SIGUSR1);
  raise(SIGUSR1);
  return sigsuspend(&none) == -1 && errno == EINTR && count == 1 && is_blocked(SIGUSR1);
}
static int polled(void) {
  sigset_t none;
  sigemptyset(&none);
  signal(SIGUSR1, counts);
  block(SIGUSR1);
  raise(SIGUSR1);
  return ppoll(NULL, 0, NULL, &none) == -1 && count == 1;
}
static int by_descriptor(void) {
  sigset_t s = one(SIGUSR1);
  struct signalfd_siginfo info;
  block(SIGUSR1);
  int fd = signalfd(-1, &s, SFD_NONBLOCK);
  raise(SIGUSR1);
  return read(fd, &info, sizeof info) == sizeof info && info.ssi_signo == SIGUSR1;
}
static void told(int number, siginfo_t *info, void *context) {
  count = info->si_signo == number && info->si_pid == getpid() && context ? info->si_value.sival_int : -1;
}
static int value(void) {
  struct sigaction a = {.sa_sigaction = told, .sa_flags = SA_SIGINFO};
  sigaction(SIGUSR1, &a, NULL);
  return !sigqueue(getpid(), SIGUSR1, (union sigval){.sival_int = 5}) && count == 5;
}
static int to_own_number(void) {
  signal(SIGUSR1, counts);
  return !tgkill(getpid(), gettid(), SIGUSR1) && count == 1;
}
static int aborted_and_back(void) {
  signal(SIGABRT, jumps);
  if (!sigsetjmp(place, 1)) abort();
  return 1;
}
static int timer_waited_for(void) {
  sigset_t s = one(SIGALRM);
  int number = 0;
  block(SIGALRM);
  ualarm(1000, 0);
  return !sigwait(&s, &number) && number == SIGALRM;
}
static int child_waited_for(void) {
  sigset_t s = one(SIGCHLD);
  int number = 0;
  block(SIGCHLD);
  pid_t child = fork();
  if (!child) _exit(0);
  return !sigwait(&s, &number) && number == SIGCHLD && waitpid(child, NULL, 0) == child;
}

static const struct {
  const char *name;
  int (*function)(void);
} CASES[] = {
#define CASE(name) {#name, name},
    CASE(blocked_while_handled) CASE(not_deferred) CASE(blocks_others) CASE(jump_with_mask)
        CASE(jump_without_mask) CASE(pending) CASE(pending_by_pthread) CASE(queued) CASE(waited_for)
            CASE(waited_for_info) CASE(time_passes) CASE(suspended) CASE(polled) CASE(by_descriptor)
                CASE(value) CASE(to_own_number) CASE(aborted_and_back) CASE(timer_waited_for)
                    CASE(child_waited_for)};

int main(int argc, char **argv) {
  for (unsigned i = 0; argc > 1 && i < sizeof CASES / sizeof *CASES; i++)
    if (!strcmp(argv[1], CASES[i].name)) raddle_assert(CASES[i].function());
  return 0;
}
