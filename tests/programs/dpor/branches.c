/* N threads, each with M inputs of its own and a branch on each.
 * By default nothing is shared: 2^(N M) classes. With WRITTEN the outcome is written to a variable under a lock: as
 * many, times the (N M)! / (M!)^N orders of the writes. With SOMETIMES only if it is true: the sum over how many k_i
 * each thread has that are, of the product of all binomials (M over k_i) and the (k_1 + ... + k_N)! / (k_1! ... k_N!)
 * orders. */
#include <raddle.h>
#include <stdbool.h>
#include "crew.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void write_x(int value) {
  pthread_mutex_lock(&lock);
  x = value;
  pthread_mutex_unlock(&lock);
}

static void *work(void *me) {
  int sum = 0;
  for (int k = 0; k < M; k++) {
    if (raddle_int("input") > 10 * k) {
#if defined WRITTEN || defined SOMETIMES
      write_x(k + 1);
#endif
      sum++;
    } else {
#ifdef WRITTEN
      write_x(0);
#endif
      sum--;
    }
  }
  (void)sum;
  return me;
}

int main(void) { crew(N, work); }
