/* Lastzero (Abdulla, Aronsson, Jonsson and Sagonas, POPL 2014): writer k makes a[k] one more than a[k-1] was, a reader
 * looks for the last zero from behind. N writers. */
#include <stdatomic.h>
#include "crew.h"

static atomic_int a[N + 1];

static void *work(void *argument) {
  long k = (long)argument;
  if (k) {
    atomic_store(&a[k], atomic_load(&a[k - 1]) + 1);
    return 0;
  }
  for (k = N; atomic_load(&a[k]); k--) {}
  return 0;
}

int main(void) { crew(N + 1, work); }
