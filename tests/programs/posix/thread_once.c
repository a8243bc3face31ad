/* pthread_once. */
#include "show.h"

static pthread_once_t once = PTHREAD_ONCE_INIT, outer = PTHREAD_ONCE_INIT, inner = PTHREAD_ONCE_INIT,
                      failing = PTHREAD_ONCE_INIT;
static int count, tries;
static atomic_int stage;

static void routine(void) { count++; }
static void do_inner(void) { printf("inner\n"); }
static void do_outer(void) {
  SHOW(pthread_once(&inner, do_inner));
  printf("outer\n");
}

static void *use(void *p) {
  int error = pthread_once(&once, routine);
  if (error || count != 1) printf("%d %d\n", error, count);
  return p;
}

static void first_time_fails(void) {
  if (tries++) return;
  stage = 1;
  for (;;) sleep(1);
}
static void *try_it(void *p) {
  pthread_once(&failing, first_time_fails);
  return p;
}

int main(void) {
  pthread_t t[5];
  for (int i = 0; i < 5; i++) pthread_create(&t[i], NULL, use, NULL);
  for (int i = 0; i < 5; i++) pthread_join(t[i], NULL);
  SHOW_NUMBER(count);
  SHOW(pthread_once(&once, routine));
  SHOW_NUMBER(count);
  SHOW(pthread_once(&outer, do_outer));
  SHOW(pthread_once(&outer, do_outer));
  SHOW(pthread_once(&inner, do_inner));

  /* Cancelled in the routine: the next one runs it. */
  void *result;
  pthread_create(&t[0], NULL, try_it, NULL);
  wait_for(&stage);
  SHOW(pthread_cancel(t[0]));
  SHOW(pthread_join(t[0], &result));
  SHOW_NUMBER(result == PTHREAD_CANCELED);
  SHOW(pthread_once(&failing, first_time_fails));
  SHOW_NUMBER(tries);
  return 0;
}
