/* LOCKED: two atomic increments. Else an increment that is not: two threads race for it. */
#include <pthread.h>
#include <raddle.h>

static int count, copy;

#ifdef LOCKED
static void add(int *p) { __asm__ volatile("lock; incl %0" : "+m"(*p) : : "cc"); }
#else
static void add(int *p) { __asm__ volatile("incl %0" : "+m"(*p) : : "cc"); }
#endif

/* Two operands in memory are one step. */
static void add_and_copy(int *p, int *q) {
  int one = 1;
  __asm__ volatile("lock; xaddl %2, %0\n\tmovl %2, %1" : "+m"(*p), "=m"(*q), "+r"(one) : : "cc");
}

static void *worker(void *unused) {
  (void)unused;
  add(&count);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  add_and_copy(&count, &copy);
  pthread_join(t, NULL);
  raddle_assert(count == 2);
  raddle_assert(copy == 0 || copy == 1);
#ifdef FIRST
  raddle_assert(copy == 0); /* the other thread may have been first */
#endif
  return 0;
}
