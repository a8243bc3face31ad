/* N threads, 2 to 5, an input for each, and with each thread an assertion more, which needs an interference more (con2colic's art).
 *
 * Each thread whose input is more than 10 adds a weight of its own to a sum: thread 1 its input, at most 20, thread i after
 * it 10^i. Thread i's assertion fails if the sum it finds is its input and the weights of threads 2 to i-1.
 * Adding is not atomic: what others add meanwhile is lost.
 *
 * The degree of thread i's assertion is i-1. A sum is what one thread added to what it had read from another, and so on; every thread adds
 * once. Thread i's input is 11 to 255, so the sum it must find is from W + 11 to W + 255, where W is what threads 2
 * to i-1 add: 0, 100, 1100, 11100. Threads after i add more than that, so each of threads 2 to i-1 is in the chain, and
 * thread 1, too, for the 11 or more above W. Each of the i-1 reads the sum from the next, but for the last; and thread i
 * reads it from the first: i-1 interferences. They are enough, in any order.
 *
 * Each thread has four branches. With no interference all are covered but for the N-1 failures.
 * -DFIXED: each thread has a sum of its own. */
#include <assert.h>
#include <pthread.h>
#include <raddle.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif
#if N == 2
#define THREADS(T) T(1) T(2)
#elif N == 3
#define THREADS(T) T(1) T(2) T(3)
#elif N == 4
#define THREADS(T) T(1) T(2) T(3) T(4)
#else
#define THREADS(T) T(1) T(2) T(3) T(4) T(5)
#endif

#ifdef FIXED
#define SUM_OF(thread) thread
#else
#define SUM_OF(thread) 0
#endif

enum { LEAST = 10, MOST = 20 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sums[6];

static int get(int which) {
  pthread_mutex_lock(&lock);
  int value = sums[which];
  pthread_mutex_unlock(&lock);
  return value;
}

static void put(int which, int value) {
  pthread_mutex_lock(&lock);
  sums[which] = value;
  pthread_mutex_unlock(&lock);
}

static void *thread_1(void *unused) {
  int input = raddle_uchar("input 1");
  if (input > LEAST) {
    int found = get(SUM_OF(1));
    if (input > MOST) input = MOST;
    put(SUM_OF(1), found + input);
  }
  return unused;
}

static void *thread_2(void *unused) {
  int input = raddle_uchar("input 2");
  if (input > LEAST) {
    int found = get(SUM_OF(2));
    assert(found != input);
    put(SUM_OF(2), found + 100);
  }
  return unused;
}

#if N > 2
static void *thread_3(void *unused) {
  int input = raddle_uchar("input 3");
  if (input > LEAST) {
    int found = get(SUM_OF(3));
    assert(found != input + 100);
    put(SUM_OF(3), found + 1000);
  }
  return unused;
}
#endif

#if N > 3
static void *thread_4(void *unused) {
  int input = raddle_uchar("input 4");
  if (input > LEAST) {
    int found = get(SUM_OF(4));
    assert(found != input + 1100);
    put(SUM_OF(4), found + 10000);
  }
  return unused;
}
#endif

#if N > 4
static void *thread_5(void *unused) {
  int input = raddle_uchar("input 5");
  if (input > LEAST) {
    int found = get(SUM_OF(5));
    assert(found != input + 11100);
    put(SUM_OF(5), found + 100000);
  }
  return unused;
}
#endif

int main(void) {
#define CREATE(i)                                                                                            \
  pthread_t t##i;                                                                                            \
  pthread_create(&t##i, NULL, thread_##i, NULL);
#define JOIN(i) pthread_join(t##i, NULL);
  THREADS(CREATE)
  THREADS(JOIN)
  return 0;
}
