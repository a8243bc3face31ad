/* mtx_ and cnd_ of C11. */
#define _GNU_SOURCE
#include "sync.h"
#include <threads.h>

static const char *result_name(int result) {
  switch (result) {
  case thrd_success: return "success";
  case thrd_busy: return "busy";
  case thrd_error: return "error";
  case thrd_nomem: return "nomem";
  case thrd_timedout: return "timedout";
  default: return "?";
  }
}
#define SHOW_C11(call) printf("%s: %s\n", #call, result_name(call))

static mtx_t m;
static cnd_t c;
static int ready, waiting, woken;

static void find_it_locked(void) {
  SHOW_C11(mtx_trylock(&m));
  SHOW_C11(mtx_timedlock(&m, &past));
  SHOW_C11(mtx_timedlock(&m, &negative));
  SHOW_C11(mtx_timedlock(&m, SOON(CLOCK_REALTIME)));
}
static void lock_it(void) {
  SHOW_C11(mtx_timedlock(&m, LATER(CLOCK_REALTIME)));
  SHOW_C11(mtx_unlock(&m));
}

static void wait_ready(void) {
  mtx_lock(&m);
  waiting++;
  int result = thrd_success;
  while (!ready && result == thrd_success) result = cnd_wait(&c, &m);
  woken++;
  SHOW_C11(result);
  mtx_unlock(&m);
}
static void wait_ready_in_time(void) {
  const struct timespec *t = LATER(CLOCK_REALTIME);
  mtx_lock(&m);
  waiting++;
  int result = thrd_success;
  while (!ready && result == thrd_success) result = cnd_timedwait(&c, &m, t);
  woken++;
  SHOW_C11(result);
  mtx_unlock(&m);
}

static void meet(int is_broadcast) {
  ready = waiting = woken = 0;
  pthread_t t1 = start(wait_ready), t2 = start(wait_ready_in_time);
  mtx_lock(&m);
  while (waiting < 2) {
    mtx_unlock(&m);
    sched_yield();
    mtx_lock(&m);
  }
  ready = 1;
  if (is_broadcast) {
    SHOW_C11(cnd_broadcast(&c));
  } else {
    SHOW_C11(cnd_signal(&c));
    SHOW_C11(cnd_signal(&c));
  }
  mtx_unlock(&m);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  SHOW_NUMBER(woken);
}

static void show_mutex(int type) {
  printf("type %d\n", type);
  SHOW_C11(mtx_init(&m, type));
  SHOW_C11(mtx_lock(&m));
  if (type & mtx_recursive) {
    SHOW_C11(mtx_lock(&m));
    SHOW_C11(mtx_unlock(&m));
  }
  SHOW_C11(mtx_trylock(&m));
  if (type & mtx_recursive) SHOW_C11(mtx_unlock(&m));
  elsewhere(find_it_locked);
  SHOW_C11(mtx_unlock(&m));
  if (type & mtx_recursive) SHOW_C11(mtx_unlock(&m));
  elsewhere(lock_it);
  mtx_destroy(&m);
}

static void show_condition(void) {
  SHOW_C11(mtx_init(&m, mtx_timed));
  SHOW_C11(cnd_init(&c));
  SHOW_C11(cnd_signal(&c));
  SHOW_C11(cnd_broadcast(&c));
  SHOW_C11(mtx_lock(&m));
  SHOW_C11(cnd_timedwait(&c, &m, &past));
  SHOW_C11(cnd_timedwait(&c, &m, &negative));
  SHOW_C11(cnd_timedwait(&c, &m, SOON(CLOCK_REALTIME)));
  SHOW_C11(mtx_unlock(&m));
  meet(0);
  meet(1);
  cnd_destroy(&c);
  mtx_destroy(&m);
}

int main(void) {
  show_mutex(mtx_plain);
  show_mutex(mtx_timed);
  show_mutex(mtx_plain | mtx_recursive);
  show_mutex(mtx_timed | mtx_recursive);
  SHOW_C11(mtx_init(&m, 99));
  mtx_destroy(&m);
  show_condition();
  return 0;
}
