/* The environment and the virtual clock. */
#define _GNU_SOURCE
#include "cases.h"
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static void test_getenv(void) {
  char *s = symbolic_text(4, "s");
  setenv("GATE", "open", 1);
  char *value = getenv(s);
  goal_if(value && !strcmp(value, "open"));
}

static void test_getenv_never(void) {
  setenv("GATE", "open", 1);
  raddle_assert(!strcmp(getenv("GATE"), "open"));
  raddle_assert(!getenv("RADDLE_NO_SUCH_VARIABLE"));
}

/* Time is the same in every run, and goes on. */
static void test_time_never(void) {
  time_t start = time(NULL);
  raddle_assert(start == 1577836800);
  sleep(60);
  usleep(500);
  raddle_assert(time(NULL) == start + 60);
}

static void test_time(void) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  goal_if(raddle_int("x") == (int)t.tv_sec);
}

static void test_clock_never(void) {
  clock_t first = clock();
  struct timeval a, b;
  gettimeofday(&a, NULL);
  nanosleep(&(struct timespec){.tv_sec = 2}, NULL);
  gettimeofday(&b, NULL);
  raddle_assert(b.tv_sec == a.tv_sec + 2 && clock() > first);
}

/* clang-format off */
#define CASES(X) \
  X(getenv) X(getenv_never) X(time_never) X(time) X(clock_never)
/* clang-format on */
RUN_CASES(CASES)
