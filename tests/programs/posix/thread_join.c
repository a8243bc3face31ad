/* pthread_join and its relatives, pthread_detach. */
#define _GNU_SOURCE
#include "show.h"

static atomic_int go, stage;
static pthread_t first;

static void *wait_then(void *p) {
  wait_for(&go);
  return p;
}
static void *at_once(void *p) { return p; }

static void show_self(void) {
  SHOW(pthread_join(pthread_self(), NULL));
  SHOW(pthread_tryjoin_np(pthread_self(), NULL));
}

static void show_busy(void) {
  void *result = NULL;
  struct timespec t = in_future(CLOCK_REALTIME, 20), m = in_future(CLOCK_MONOTONIC, 20), past = {1, 0};
  go = 0;
  SHOW(pthread_create(&first, NULL, wait_then, (void *)5));
  SHOW(pthread_tryjoin_np(first, &result));
  SHOW(pthread_timedjoin_np(first, &result, &t));
  SHOW(pthread_timedjoin_np(first, &result, &past));
  SHOW(pthread_clockjoin_np(first, &result, CLOCK_MONOTONIC, &m));
  SHOW_NUMBER(result);
  go = 1;
  t = in_future(CLOCK_REALTIME, 10000);
  SHOW(pthread_timedjoin_np(first, &result, &t));
  SHOW_NUMBER(result);
}

static void show_ended(void) {
  void *result = NULL;
  struct timespec t = in_future(CLOCK_MONOTONIC, 10000);
  SHOW(pthread_create(&first, NULL, at_once, (void *)6));
  while (pthread_tryjoin_np(first, &result) == EBUSY) sched_yield();
  SHOW_NUMBER(result);
  SHOW(pthread_create(&first, NULL, at_once, (void *)7));
  SHOW(pthread_clockjoin_np(first, &result, CLOCK_MONOTONIC, &t));
  SHOW_NUMBER(result);
  SHOW(pthread_create(&first, NULL, at_once, (void *)8));
  SHOW(pthread_timedjoin_np(first, &result, NULL));
  SHOW_NUMBER(result);
}

static void *detach_me(void *p) {
  (void)p;
  SHOW(pthread_detach(pthread_self()));
  stage = 1;
  wait_for(&go);
  stage = 2;
  return NULL;
}

static void show_detached(void) {
  go = stage = 0;
  int created = pthread_create(&first, NULL, detach_me, NULL);
  wait_for(&stage);
  SHOW(created);
  go = 1;
  while (stage != 2) sched_yield();
}

static void *join_main_thread(void *p) {
  void *result = NULL;
  SHOW(pthread_join(*(pthread_t *)p, &result));
  SHOW_NUMBER(result);
  return NULL;
}

int main(void) {
  static pthread_t self;
  show_self();
  show_busy();
  show_ended();
  show_detached();
  self = pthread_self();
  pthread_create(&first, NULL, join_main_thread, &self);
  pthread_exit((void *)12);
}
