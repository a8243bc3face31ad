/* pthread_cancel, pthread_setcancelstate, pthread_setcanceltype, pthread_testcancel; cleanup handlers. */
#define _GNU_SOURCE
#include "show.h"
#include <poll.h>

static atomic_int go, stage;
static pthread_t thread;

static void say(void *text) { printf("cleanup: %s\n", (const char *)text); }

static const char *result_of(void *result) { return result == PTHREAD_CANCELED ? "cancelled" : "returned"; }

static void run(const char *what, void *(*routine)(void *), int asks) {
  void *result = NULL;
  go = stage = 0;
  printf("%s\n", what);
  pthread_create(&thread, NULL, routine, NULL);
  wait_for(&stage);
  int asked = asks ? pthread_cancel(thread) : 0;
  go = 1;
  SHOW(pthread_join(thread, &result));
  SHOW(asked);
  printf("%s\n", result_of(result));
}

static void ready(void) {
  stage = 1;
  wait_for(&go);
}

static void *test(void *p) {
  ready();
  pthread_cleanup_push(say, "outer");
  pthread_cleanup_push(say, "inner");
  pthread_testcancel();
  printf("not reached if cancelled\n");
  pthread_cleanup_pop(0);
  pthread_cleanup_pop(1);
  return p;
}

static void *refuse(void *p) {
  int old = -1;
  SHOW(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old));
  SHOW_NUMBER(old == PTHREAD_CANCEL_ENABLE);
  ready();
  pthread_testcancel();
  printf("still there\n");
  pthread_cleanup_push(say, "refused at first");
  SHOW(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old));
  SHOW_NUMBER(old == PTHREAD_CANCEL_DISABLE);
  pthread_testcancel();
  pthread_cleanup_pop(0);
  printf("never\n");
  return p;
}

static void *sleeper(void *p) {
  stage = 1;
  pthread_cleanup_push(say, "asleep");
  for (;;) sleep(100);
  pthread_cleanup_pop(0);
  return p;
}

static void *napper(void *p) {
  struct timespec t = {100, 0};
  stage = 1;
  for (;;) nanosleep(&t, NULL);
  return p;
}

static void *clock_sleeper(void *p) {
  struct timespec t = {100, 0};
  stage = 1;
  for (;;) clock_nanosleep(CLOCK_MONOTONIC, 0, &t, NULL);
  return p;
}

static void *pauser(void *p) {
  stage = 1;
  for (;;) pause();
  return p;
}

static void *poller(void *p) {
  stage = 1;
  for (;;) poll(NULL, 0, -1);
  return p;
}

static atomic_int go_on;
static void *for_ever(void *p) {
  wait_for(&go_on);
  return p;
}
static void *joiner(void *p) {
  pthread_t other = *(pthread_t *)p;
  stage = 1;
  pthread_cleanup_push(say, "joining");
  pthread_join(other, NULL);
  pthread_cleanup_pop(0);
  return p;
}

static void show_join(void) {
  pthread_t other;
  void *result = NULL;
  stage = 0;
  pthread_create(&other, NULL, for_ever, NULL);
  pthread_create(&thread, NULL, joiner, &other);
  wait_for(&stage);
  int asked = pthread_cancel(thread);
  SHOW(pthread_join(thread, &result));
  SHOW(asked);
  printf("%s\n", result_of(result));
  go_on = 1;
  SHOW(pthread_join(other, &result)); /* can be joined still */
}

static void *leaver(void *p) {
  pthread_cleanup_push(say, "first pushed");
  pthread_cleanup_push(say, "second pushed");
  stage = 1;
  pthread_exit(p);
  pthread_cleanup_pop(1);
  pthread_cleanup_pop(1);
}

static void *asynchronous(void *p) {
  int old = -1;
  SHOW(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old));
  SHOW_NUMBER(old == PTHREAD_CANCEL_DEFERRED);
  stage = 1;
  for (;;) sched_yield();
  return p;
}

static void *later_asynchronous(void *p) {
  ready();
  pthread_cleanup_push(say, "became asynchronous");
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
  pthread_cleanup_pop(0);
  printf("never\n");
  return p;
}

static void *deferring(void *p) {
  int old = -1;
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
  pthread_cleanup_push_defer_np(say, "deferred");
  SHOW(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old));
  SHOW_NUMBER(old == PTHREAD_CANCEL_DEFERRED);
  ready();
  printf("in there\n");
  pthread_testcancel();
  pthread_cleanup_pop_restore_np(0);
  return p;
}

static void *deferring_no_more(void *p) {
  int old = -1;
  stage = 1;
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
  pthread_cleanup_push_defer_np(say, "popped");
  pthread_cleanup_pop_restore_np(1);
  pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old);
  SHOW_NUMBER(old == PTHREAD_CANCEL_ASYNCHRONOUS);
  return p;
}

static void *ended(void *p) {
  stage = 1;
  return p;
}

static void *itself(void *p) {
  stage = 1;
  SHOW(pthread_cancel(pthread_self()));
  printf("goes on until a cancellation point\n");
  SHOW(pthread_join(pthread_self(), NULL));
  return p;
}

/* A handler that itself comes to cancellation points. */
static void nested(void *text) {
  pthread_testcancel();
  usleep(1);
  pthread_cleanup_push(say, "not called");
  pthread_cleanup_pop(0);
  pthread_cleanup_push(say, "in the handler");
  pthread_cleanup_pop(1);
  printf("cleanup: %s\n", (const char *)text);
}
static void *handlers(void *p) {
  stage = 1;
  pthread_cleanup_push(nested, "nested");
  for (;;) usleep(1000);
  pthread_cleanup_pop(0);
  return p;
}

static void show_errors(void) {
  int old;
  SHOW(pthread_setcancelstate(7, &old));
  SHOW(pthread_setcanceltype(7, &old));
  SHOW(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL));
  SHOW(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, NULL));
}

int main(void) {
  show_errors();
  run("testcancel", test, 1);
  run("nobody asks", test, 0);
  run("refused", refuse, 1);
  run("sleep", sleeper, 1);
  run("nanosleep", napper, 1);
  run("clock_nanosleep", clock_sleeper, 1);
  run("pause", pauser, 1);
  run("poll", poller, 1);
  show_join();
  run("pthread_exit", leaver, 0);
  run("asynchronous", asynchronous, 1);
  run("later asynchronous", later_asynchronous, 1);
  run("deferring", deferring, 1);
  run("deferring, not asked", deferring_no_more, 0);
  run("itself", itself, 0);
  run("handlers", handlers, 1);
  go = stage = 0;
  pthread_create(&thread, NULL, ended, NULL);
  wait_for(&stage);
  usleep(100000);
  SHOW(pthread_cancel(thread));
  SHOW(pthread_join(thread, NULL));
  return 0;
}
