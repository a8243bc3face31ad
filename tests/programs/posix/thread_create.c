/* pthread_create, pthread_exit, pthread_self, pthread_equal, and the attributes that matter to them. */
#define _GNU_SOURCE
#include "show.h"
#include <limits.h>

static void *give_back(void *p) { return p; }
static void *leave(void *p) {
  pthread_exit((char *)p + 1);
  return NULL;
}
static void *nested(void *p) {
  pthread_t t;
  void *result = NULL;
  SHOW(pthread_create(&t, NULL, leave, p));
  SHOW(pthread_join(t, &result));
  return (char *)result + 1;
}

static pthread_t main_thread, handle;
static void *compare(void *p) {
  *(pthread_t *)p = pthread_self();
  SHOW_NUMBER(pthread_equal(pthread_self(), main_thread) != 0);
  SHOW_NUMBER(pthread_equal(pthread_self(), pthread_self()) != 0);
  SHOW_NUMBER(pthread_equal(handle, pthread_self()) != 0); /* stored before the thread starts */
  return NULL;
}

static void *run(void *(*routine)(void *), void *argument, const pthread_attr_t *attr) {
  void *result = "none";
  int created = pthread_create(&handle, attr, routine, argument), joined = pthread_join(handle, &result);
  SHOW(created);
  SHOW(joined);
  return result;
}

static void show_identity(void) {
  pthread_t seen;
  main_thread = pthread_self();
  SHOW_NUMBER(pthread_equal(main_thread, pthread_self()) != 0);
  run(compare, &seen, NULL);
  SHOW_NUMBER(pthread_equal(seen, handle) != 0);
  SHOW_NUMBER(pthread_equal(seen, main_thread) != 0);
}

static void show_attributes(void) {
  pthread_attr_t a;
  int state = -1, policy = -1;
  size_t size = 0;
  struct sched_param param = {0};
  SHOW(pthread_attr_init(&a));
  SHOW(pthread_attr_getdetachstate(&a, &state));
  SHOW_NUMBER(state == PTHREAD_CREATE_JOINABLE);
  SHOW(pthread_attr_setdetachstate(&a, 77));
  SHOW(pthread_attr_setstacksize(&a, 1));
  SHOW(pthread_attr_setstacksize(&a, 1 << 20));
  SHOW(pthread_attr_getstacksize(&a, &size));
  SHOW_NUMBER(size);
  SHOW(pthread_attr_setschedpolicy(&a, 1234));
  SHOW(pthread_attr_setschedpolicy(&a, SCHED_OTHER));
  SHOW(pthread_attr_getschedpolicy(&a, &policy));
  SHOW_NUMBER(policy == SCHED_OTHER);
  SHOW(pthread_attr_setschedparam(&a, &param));
  SHOW(pthread_attr_setinheritsched(&a, PTHREAD_EXPLICIT_SCHED));
  SHOW(pthread_attr_setinheritsched(&a, 99));
  SHOW(pthread_attr_setscope(&a, PTHREAD_SCOPE_SYSTEM));
  SHOW(pthread_attr_setscope(&a, PTHREAD_SCOPE_PROCESS));
  SHOW_NUMBER(run(give_back, (void *)7, &a));
  SHOW(pthread_attr_setguardsize(&a, 1 << 21));
  SHOW_NUMBER(run(give_back, (void *)9, &a)); /* the guard is larger than the stack */
  SHOW(pthread_attr_setguardsize(&a, 4096));
  SHOW_NUMBER(run(give_back, (void *)8, &a));
  SHOW(pthread_attr_destroy(&a));
}

static atomic_int has_run;
static void *say(void *p) {
  (void)p;
  pthread_attr_t a;
  int state = -1;
  SHOW(pthread_getattr_np(pthread_self(), &a));
  SHOW(pthread_attr_getdetachstate(&a, &state));
  SHOW_NUMBER(state == PTHREAD_CREATE_DETACHED);
  SHOW(pthread_attr_destroy(&a));
  fflush(stdout);
  has_run = 1;
  return NULL;
}

static void show_detached(void) {
  pthread_attr_t a;
  pthread_attr_init(&a);
  SHOW(pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED));
  int created = pthread_create(&handle, &a, say, NULL);
  wait_for(&has_run);
  SHOW(created);
  pthread_attr_destroy(&a);
}

static void *look_at_stack(void *p) {
  pthread_attr_t a;
  void *low;
  size_t size;
  char here;
  (void)p;
  SHOW(pthread_getattr_np(pthread_self(), &a));
  SHOW(pthread_attr_getstack(&a, &low, &size));
  SHOW_NUMBER(&here >= (char *)low && &here < (char *)low + size);
  SHOW(pthread_attr_destroy(&a));
  return NULL;
}

int main(void) {
  show_identity();
  SHOW_NUMBER(run(give_back, (void *)41, NULL));
  SHOW_NUMBER(run(leave, (void *)41, NULL));
  SHOW_NUMBER(run(nested, (void *)41, NULL));
  show_attributes();
  show_detached();
  run(look_at_stack, NULL, NULL);
  look_at_stack(NULL);
  return 0;
}
