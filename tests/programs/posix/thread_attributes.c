/* Names, priorities, processors, signals of threads. */
#define _GNU_SOURCE
#include "show.h"
#include <signal.h>

static atomic_int go, stage;
static pthread_t thread;

static void *wait_there(void *p) {
  char name[16] = "";
  stage = 1;
  wait_for(&go);
  SHOW(pthread_getname_np(pthread_self(), name, sizeof name));
  printf("%s\n", name);
  return p;
}

static void show_names(void) {
  char name[16] = "", small[4] = "abc";
  SHOW(pthread_setname_np(pthread_self(), "fifteen letters"));
  SHOW(pthread_getname_np(pthread_self(), name, sizeof name));
  printf("%s\n", name);
  SHOW(pthread_setname_np(pthread_self(), "sixteen letters."));
  SHOW(pthread_getname_np(pthread_self(), small, sizeof small));
  SHOW(pthread_setname_np(pthread_self(), ""));
  SHOW(pthread_getname_np(pthread_self(), name, sizeof name));
  printf("[%s]\n", name);
  SHOW(pthread_setname_np(pthread_self(), "parent"));
  SHOW(pthread_getname_np(thread, name, sizeof name));
  SHOW(pthread_setname_np(thread, "child"));
}

static void show_scheduling(void) {
  int policy = -1;
  struct sched_param param = {.sched_priority = 0}, high = {.sched_priority = 1000};
  SHOW(pthread_getschedparam(thread, &policy, &param));
  SHOW_NUMBER(policy == SCHED_OTHER);
  SHOW_NUMBER(param.sched_priority);
  SHOW(pthread_setschedparam(thread, SCHED_OTHER, &param));
  SHOW(pthread_setschedparam(thread, SCHED_OTHER, &high));
  SHOW(pthread_setschedparam(thread, SCHED_FIFO, &high));
  SHOW(pthread_setschedparam(thread, 1234, &param));
  SHOW(pthread_setschedparam(thread, SCHED_BATCH, &param));
  SHOW(pthread_getschedparam(thread, &policy, &param));
  SHOW_NUMBER(policy == SCHED_BATCH);
  SHOW(pthread_setschedprio(thread, 0));
  SHOW(pthread_setschedprio(thread, 5));
  SHOW(pthread_setconcurrency(3));
  SHOW_NUMBER(pthread_getconcurrency());
  SHOW(pthread_setconcurrency(-1));
}

static void show_processors(void) {
  cpu_set_t all, one, now;
  int first = 0;
  SHOW(pthread_getaffinity_np(thread, sizeof all, &all));
  SHOW_NUMBER(CPU_COUNT(&all) > 0);
  while (!CPU_ISSET(first, &all)) first++;
  CPU_ZERO(&one);
  SHOW(pthread_setaffinity_np(thread, sizeof one, &one));
  CPU_SET(first, &one);
  SHOW(pthread_setaffinity_np(thread, sizeof one, &one));
  SHOW(pthread_getaffinity_np(thread, sizeof now, &now));
  SHOW_NUMBER(CPU_EQUAL(&now, &one));
  SHOW(pthread_getaffinity_np(pthread_self(), sizeof now, &now));
  SHOW_NUMBER(CPU_EQUAL(&now, &all));
}

static int is_blocked(int number) {
  sigset_t now;
  pthread_sigmask(SIG_BLOCK, NULL, &now);
  return sigismember(&now, number);
}

static void *inherit(void *p) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  SHOW_NUMBER(is_blocked(SIGUSR1));
  SHOW(pthread_sigmask(SIG_UNBLOCK, &set, NULL));
  SHOW_NUMBER(is_blocked(SIGUSR1));
  return p;
}

static void show_signals(void) {
  pthread_t t;
  sigset_t set, old;
  clockid_t clock;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigaddset(&set, SIGKILL);
  SHOW(pthread_sigmask(SIG_BLOCK, &set, &old));
  SHOW_NUMBER(sigismember(&old, SIGUSR1));
  SHOW_NUMBER(is_blocked(SIGUSR1));
  SHOW_NUMBER(is_blocked(SIGKILL));
  SHOW(pthread_sigmask(77, &set, &old));
  SHOW(pthread_sigmask(77, NULL, &old));
  pthread_create(&t, NULL, inherit, NULL);
  pthread_join(t, NULL);
  SHOW_NUMBER(is_blocked(SIGUSR1));
  sigemptyset(&set);
  SHOW(pthread_sigmask(SIG_SETMASK, &set, NULL));
  SHOW_NUMBER(is_blocked(SIGUSR1));
  SHOW(pthread_kill(pthread_self(), 0));
  SHOW(pthread_kill(thread, 0));
  SHOW(pthread_kill(thread, 65));
  SHOW(pthread_kill(thread, -1));
  SHOW(pthread_kill(thread, 32));
  SHOW(pthread_kill(thread, SIGCHLD)); /* ignored */
  SHOW(pthread_getcpuclockid(thread, &clock));
}

int main(void) {
  pthread_create(&thread, NULL, wait_there, NULL);
  wait_for(&stage);
  show_names();
  show_scheduling();
  show_processors();
  show_signals();
  go = 1;
  SHOW(pthread_join(thread, NULL));
  SHOW_NUMBER(gettid() == getpid());
  return 0;
}
