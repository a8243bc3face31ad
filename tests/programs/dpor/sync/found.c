/* What random programs have found hard (tests/fuzz/dporgen.c), made small. CASE 1: compare-exchanges that fail. 2: one that
 * succeeds if an input is 0, and one that never does. 3: one in a loop on an input that is also added to. 4: a store of an
 * input, then loops on both sides. 5: a failed one, then a branch on an input. 6: an atomic section that only reads. 7: reads
 * twice, the other writes. 8: a writer, a reader, one who tries to read. 9: an assumption that never holds, an assertion
 * that always fails. For --granularity sync, where accesses belong to the step before them: 10: one of two follows a branch
 * on an input. 11: the same behind atomics. */
#include <raddle.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include "../crew.h"

#if CASE == 1 || CASE == 6 || CASE == 8
#define COUNT 3
#else
#define COUNT 2
#endif

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static atomic_uint a, other;
static unsigned long v, w, given;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;

static bool replace(unsigned from, unsigned to) { return atomic_compare_exchange_strong(&a, &from, to); }

static void increase(void) {
  for (unsigned old = 0; !atomic_compare_exchange_strong(&a, &old, old + 1);) {}
}

static void read_locked(void) {
  pthread_rwlock_rdlock(&rwlock);
  pthread_rwlock_unlock(&rwlock);
}

static void write_locked(void) {
  pthread_rwlock_wrlock(&rwlock);
  pthread_rwlock_unlock(&rwlock);
}

static void try_read_locked(void) {
  if (!pthread_rwlock_tryrdlock(&rwlock)) pthread_rwlock_unlock(&rwlock);
}

static void *work(void *argument) {
  long me = (long)argument;
#if CASE == 1
  if (!me) atomic_exchange(&a, 0);
  if (me == 1) replace(1, 2);
  if (me == 2) replace(2, 2);
#elif CASE == 2
  if (me) {
    atomic_store(&a, raddle_int("y") > 0);
    replace(2, 1);
  } else
    replace(0, 2);
#elif CASE == 3
  if (me)
    increase();
  else {
    atomic_store(&a, (unsigned)given);
    atomic_fetch_add(&a, 2);
  }
#elif CASE == 4
  if (!me) atomic_store(&a, raddle_uchar("x") & 3);
  increase();
#elif CASE == 5
  if (me) {
    unsigned done = replace(1, 2);
    if (given + done == 2) return 0;
  } else
    atomic_store(&a, 2);
#elif CASE == 6
  if (!me) v = 0;
  if (me == 1) {
    __VERIFIER_atomic_begin();
    if (v == 1) atomic_load(&other);
    __VERIFIER_atomic_end();
  }
  if (me == 2 && v == 2) return 0;
#elif CASE == 7
  if (me)
    write_locked();
  else {
    read_locked();
    read_locked();
  }
#elif CASE == 8
  if (!me) try_read_locked();
  if (me == 1) read_locked();
  if (me == 2) write_locked();
#elif CASE == 9
  if (me) {
    w++;
    raddle_assert(!me);
  } else {
    v++;
    raddle_assume((int)me);
  }
#elif CASE == 10
  sched_yield();
  if (!me)
    v = 2;
  else if (given <= 2)
    v = 0;
#else
  if (!me) {
    increase();
    v = 1;
  } else if (given + atomic_exchange(&other, 2) != 1)
    w = v;
#endif
  return 0;
}

int main(void) {
  given = raddle_uchar("given") & 3;
  crew(COUNT, work);
}
