/* What a step does depends on inputs and on what it reads. CASE 1: a section writes if the input is what the cell holds. 2: the same with two
 * cells. 3: a section decides which cell it writes. 4: a compare-exchange in a section. 5: two compare-exchanges on one input. 6: sections in both
 * threads, each looks at what the other wrote. 7: decisions before and behind the conflict. 8: three threads. 9: a compare-exchange of a symbolic
 * cell. 10: an assertion inside. 11: a loop in a section. 12: a section between locks. */
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
#define SECTION(...)                                                                                         \
  do {                                                                                                       \
    __VERIFIER_atomic_begin();                                                                               \
    __VA_ARGS__                                                                                              \
    __VERIFIER_atomic_end();                                                                                 \
  } while (0)

static atomic_int a, b;
static int in, other, seen;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int swap(atomic_int *cell, int from, int to) {
  return atomic_compare_exchange_strong(cell, &from, to);
}

static void *first(void *_) {
#if CASE == 1 || CASE == 5 || CASE == 9 || CASE == 10
  seen = a;
  a = seen + 1;
#elif CASE == 2
  b = 1;
  seen = a;
#elif CASE == 3
  a = 1;
  seen = b;
#elif CASE == 4
  swap(&a, 0, in);
#elif CASE == 6
  SECTION(if (b == in) a = 1;);
  seen = b;
#elif CASE == 7
  SECTION(if (in > 2) b = 1; seen = a; if (in > 5) seen++;);
  b = seen;
#elif CASE == 8
  a = other;
#elif CASE == 11
  a = 1;
  b = 2;
#elif CASE == 12
  pthread_mutex_lock(&lock);
  if (in > a) a = 3;
  pthread_mutex_unlock(&lock);
#endif
  return _;
}

static void *second(void *_) {
#if CASE == 1
  SECTION(if (a == in) a = 5;);
#elif CASE == 2
  SECTION(if (b == in) a = 7; else b = 3;);
#elif CASE == 3
  SECTION(if (a + in == 4) b = 1; else a = 2;);
#elif CASE == 4
  SECTION(if (swap(&a, in, 3)) b = 1; if (b == other) a = 4;);
  b = 2;
#elif CASE == 5
  if (!swap(&a, in, 4)) swap(&a, in + 1, 5);
#elif CASE == 6
  SECTION(if (a == in) b = 1;);
  seen = a;
#elif CASE == 7
  SECTION(if (b == in) a = 2; if (in < 4) a = 3;);
#elif CASE == 8
  SECTION(if (a == in) b = a;);
#elif CASE == 9
  a = in;
  swap(&a, 2, 6);
#elif CASE == 10
  SECTION(raddle_assert(a != in); if (in == 4) a = 9;);
#elif CASE == 11
  SECTION(for (int i = 0; i < 2 && a + i != in; i++) b = i;);
#elif CASE == 12
  SECTION(if (a == in) b = 2;);
  pthread_mutex_lock(&lock);
  if (b) a = 0;
  pthread_mutex_unlock(&lock);
#endif
  return _;
}

static void *third(void *_) {
#if CASE == 8
  if (swap(&b, in, 2)) a = 8;
#else
  b = b + 1;
#endif
  return _;
}

int main(void) {
  pthread_t id[3];
  in = raddle_uchar("in") & 7;
  other = raddle_uchar("other") & 3;
  pthread_create(&id[0], 0, first, 0);
  pthread_create(&id[1], 0, second, 0);
  pthread_create(&id[2], 0, third, 0);
  for (int i = 0; i < 3; i++) pthread_join(id[i], 0);
  raddle_assert(seen != 5);
}
