/* fork in a program with threads: the new process has the calling thread alone. */
#define _GNU_SOURCE
#include "show.h"
#include <sys/wait.h>

static atomic_int go, stage;
static int status;

static void before(void) { printf("before\n"), fflush(stdout); }
static void in_parent(void) { printf("parent\n"); }
static void in_child(void) { printf("child\n"); }

static void *wait_there(void *p) {
  stage++;
  wait_for(&go);
  return p;
}

static void *fork_here(void *p) {
  int value = 1;
  fflush(stdout);
  pid_t child = fork();
  if (!child) {
    value = 2;
    sched_yield();
    printf("in the new process: %d\n", value);
    pthread_exit(p); /* its only thread */
  }
  SHOW_NUMBER(waitpid(child, &status, 0) == child);
  SHOW_NUMBER(WIFEXITED(status) ? WEXITSTATUS(status) : -1);
  SHOW_NUMBER(value);
  return p;
}

int main(void) {
  pthread_t t, forker;
  SHOW(pthread_atfork(before, in_parent, in_child));
  pthread_create(&t, NULL, wait_there, NULL);
  wait_for(&stage);
  pthread_create(&forker, NULL, fork_here, NULL);
  SHOW(pthread_join(forker, NULL));
  fflush(stdout);
  pid_t child = fork();
  if (!child) exit(7);
  SHOW_NUMBER(waitpid(child, &status, 0) == child);
  SHOW_NUMBER(WIFEXITED(status) ? WEXITSTATUS(status) : -1);
  go = 1;
  SHOW(pthread_join(t, NULL));
  return 0;
}
