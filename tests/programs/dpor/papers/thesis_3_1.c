/* Kahkonen's thesis, figure 3.1: PAIRS pairs of a reader and a writer, each with a variable of its own: 2^PAIRS classes. */
#include "../crew.h"

#ifndef PAIRS
#define PAIRS 2
#endif

static long shared[PAIRS];

static void *work(void *argument) {
  long me = (long)argument, seen;
  if (me % 2)
    shared[me / 2] = me;
  else
    seen = shared[me / 2];
  (void)seen;
  return 0;
}

int main(void) { crew(2 * PAIRS, work); }
