/* In the manner of the synthetic programs of Kahkonen's thesis (chapter 8): arithmetic on inputs and shared variables,
 * branches on both, and locks in different orders. SIZE 1 to 3: the first 2, 3 and 4 threads. */
#include <raddle.h>
#include "crew.h"

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static long a, b, c;

static void doubler(void) {
  a = raddle_int("a");
  long seen = b;
  if (seen + 2 * a > 10) {
    pthread_mutex_lock(&first);
    pthread_mutex_lock(&second);
    c = seen * 2;
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
  }
}

static void comparer(void) {
  int i = raddle_int("i");
  if (i == a + 1)
    b = i;
  else if (i > 100) {
    pthread_mutex_lock(&second);
    pthread_mutex_lock(&first);
    pthread_mutex_unlock(&first);
    pthread_mutex_unlock(&second);
  }
}

static void halver(void) {
  long seen = c;
  if (seen % 2) b = seen / 2;
}

static void writer(void) { c = raddle_short("c"); }

static void *work(void *argument) {
  static void (*const part[])(void) = {doubler, comparer, writer, halver};
  part[(long)argument]();
  return 0;
}

int main(void) { crew(SIZE + 1, work); }
