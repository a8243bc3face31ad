/* Sleeping and yielding: what they return, and that the clock goes on by at least as much. */
#include "show.h"
#include <poll.h>
#include <sys/select.h>

static int64_t since(const struct timespec *start, clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (now.tv_sec - start->tv_sec) * 1000000000 + now.tv_nsec - start->tv_nsec;
}

#define LASTS(call, nanoseconds)                                                                             \
  do {                                                                                                       \
    struct timespec start;                                                                                   \
    clock_gettime(CLOCK_MONOTONIC, &start);                                                                  \
    SHOW(call);                                                                                              \
    printf("long enough: %d\n", since(&start, CLOCK_MONOTONIC) >= (nanoseconds));                            \
  } while (0)

static atomic_int is_over;
static void *sleep_a_while(void *p) {
  (void)p;
  usleep(20000);
  is_over = 1;
  return NULL;
}

int main(void) {
  struct timespec t = {0, 3000000}, left = {7, 7}, invalid = {0, 1000000000}, negative = {-1, 0},
                  low = {0, -1};
  LASTS((int)sleep(0), 0);
  LASTS((int)sleep(1), 1000000000);
  LASTS(usleep(2000), 2000000);
  LASTS(usleep(1500000), 1500000000);
  LASTS(nanosleep(&t, &left), 3000000);
  printf("left alone: %ld %ld\n", (long)left.tv_sec, left.tv_nsec);
  SHOW_ERRNO(nanosleep(&invalid, NULL));
  SHOW_ERRNO(nanosleep(&negative, &left));
  SHOW_ERRNO(nanosleep(&low, NULL));
  LASTS(clock_nanosleep(CLOCK_MONOTONIC, 0, &t, NULL), 3000000);
  LASTS(clock_nanosleep(CLOCK_REALTIME, 0, &t, &left), 3000000);
  SHOW(clock_nanosleep(CLOCK_REALTIME, 0, &invalid, NULL));
  SHOW(clock_nanosleep(CLOCK_THREAD_CPUTIME_ID, 0, &t, NULL));
  SHOW(clock_nanosleep(1234, 0, &t, NULL));
  t = in_future(CLOCK_MONOTONIC, 30);
  LASTS(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL), 20000000);
  t = in_future(CLOCK_REALTIME, 30);
  LASTS(clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &t, NULL), 20000000);
  t.tv_sec = 1000;
  SHOW(clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &t, NULL));
  struct timeval v = {0, 2000}, no_time = {-1, 0};
  LASTS(select(0, NULL, NULL, NULL, &v), 2000000);
  printf("left: %ld %ld\n", (long)v.tv_sec, (long)v.tv_usec);
  SHOW_ERRNO(select(0, NULL, NULL, NULL, &no_time));
  SHOW_ERRNO(select(-1, NULL, NULL, NULL, &v));
  LASTS(poll(NULL, 0, 3), 3000000);
  SHOW(poll(NULL, 0, 0));
  SHOW(sched_yield());
  SHOW_ERRNO(clock_gettime(1234, &t));

  pthread_t thread;
  pthread_create(&thread, NULL, sleep_a_while, NULL);
  while (!is_over) usleep(1000);
  SHOW(pthread_join(thread, NULL));

  /* Whoever joins has waited as long. */
  struct timespec start;
  clock_gettime(CLOCK_MONOTONIC, &start);
  pthread_create(&thread, NULL, sleep_a_while, NULL);
  SHOW(pthread_join(thread, NULL));
  printf("long enough: %d\n", since(&start, CLOCK_MONOTONIC) >= 20000000);
  return 0;
}
