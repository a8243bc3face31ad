/* Symbolic values pass through threads: argument, result, thread-specific data; each goal needs one value of x. */
#include <pthread.h>
#include <raddle.h>
#include <stdint.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

static pthread_key_t key;
static tss_t tss;

static void *add_one(void *p) { return (void *)((intptr_t)p + 1); }
static void *leave(void *p) { pthread_exit((void *)((intptr_t)p + 2)); }
static int add_three(void *p) { return (int)(intptr_t)p + 3; }
static int leave_c11(void *p) { thrd_exit((int)(intptr_t)p + 4); }
static void *with_key(void *p) {
  pthread_setspecific(key, p);
  return (void *)((intptr_t)pthread_getspecific(key) + 5);
}
static int with_tss(void *p) {
  tss_set(tss, p);
  return (int)(intptr_t)tss_get(tss) + 6;
}

static int run(void *(*routine)(void *), int x) {
  pthread_t t;
  void *result;
  pthread_create(&t, NULL, routine, (void *)(intptr_t)x);
  pthread_join(t, &result);
  return (int)(intptr_t)result;
}

static int run_c11(int (*routine)(void *), int x) {
  thrd_t t;
  int result;
  thrd_create(&t, routine, (void *)(intptr_t)x);
  thrd_join(t, &result);
  return result;
}

static int goals;
static void goal_if(int reached) {
  if (reached) goals++;
}

int main(void) {
  int x = raddle_int("x");
  pthread_key_create(&key, NULL);
  tss_create(&tss, NULL);
  goal_if(run(add_one, x) == 1001);
  goal_if(run(leave, x) == 2002);
  goal_if(run_c11(add_three, x) == 3003);
  goal_if(run_c11(leave_c11, x) == -4004);
  goal_if(run(with_key, x) == 5005);
  goal_if(run_c11(with_tss, x) == 6006);
  return 0;
}
