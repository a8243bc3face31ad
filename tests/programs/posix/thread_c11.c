/* thrd_*, tss_*, call_once. */
#include "show.h"
#include <threads.h>

static const char *thrd_name(int code) {
  switch (code) {
  case thrd_success: return "thrd_success";
  case thrd_busy: return "thrd_busy";
  case thrd_error: return "thrd_error";
  case thrd_nomem: return "thrd_nomem";
  case thrd_timedout: return "thrd_timedout";
  default: return "?";
  }
}
#define SHOW_THRD(call) printf("%s: %s\n", #call, thrd_name(call))

/* The thread may print before its creator does. */
static void run(thrd_start_t routine, void *argument, int *result) {
  thrd_t t;
  int created = thrd_create(&t, routine, argument), joined = thrd_join(t, result);
  SHOW_THRD(created);
  SHOW_THRD(joined);
}

static thrd_t main_thread;
static tss_t key;
static once_flag flag = ONCE_FLAG_INIT;
static int count;

static void once(void) { count++; }
static void destroy(void *p) { printf("destroyed %s\n", (char *)p); }

static int answer(void *p) {
  call_once(&flag, once);
  SHOW_NUMBER(thrd_equal(thrd_current(), main_thread) != 0);
  SHOW_NUMBER(thrd_equal(thrd_current(), thrd_current()) != 0);
  return *(int *)p + 1;
}
static int negative(void *p) {
  call_once(&flag, once);
  thrd_exit(-*(int *)p);
}
static int with_data(void *p) {
  SHOW_NUMBER(tss_get(key) == NULL);
  SHOW_THRD(tss_set(key, p));
  printf("%s\n", (char *)tss_get(key));
  return 0;
}
static atomic_int is_over;
static int detached(void *p) {
  thrd_yield();
  is_over = 1;
  return *(int *)p;
}

int main(void) {
  thrd_t t;
  int number = 41, result = 0;
  main_thread = thrd_current();
  SHOW_NUMBER(thrd_equal(main_thread, thrd_current()) != 0);
  run(answer, &number, &result);
  SHOW_NUMBER(result);
  run(negative, &number, &result);
  SHOW_NUMBER(result);
  run(answer, &number, NULL);
  call_once(&flag, once);
  SHOW_NUMBER(count);
  SHOW_THRD(thrd_create(&t, detached, &number));
  SHOW_THRD(thrd_detach(t));
  wait_for(&is_over);
  SHOW_THRD(thrd_join(main_thread, NULL)); /* itself */

  SHOW_THRD(tss_create(&key, destroy));
  SHOW_THRD(tss_set(key, "main's"));
  run(with_data, "thread's", NULL);
  printf("%s\n", (char *)tss_get(key));
  tss_delete(key);
  SHOW_THRD(tss_set(key, "x"));
  SHOW_NUMBER(tss_get(key) == NULL);

  struct timespec t1 = {0, 1000000}, bad = {0, 1000000000}, worse = {-1, 0};
  SHOW_NUMBER(thrd_sleep(&t1, NULL));
  SHOW_NUMBER(thrd_sleep(&t1, &bad));
  SHOW_NUMBER(bad.tv_nsec);
  SHOW_NUMBER(thrd_sleep(&bad, NULL));
  SHOW_NUMBER(thrd_sleep(&worse, NULL));
  thrd_yield();
  return 0;
}
