/* Two threads write to one of two places each, by an input: the same one in two orders, or different ones: 2 * 2 + 2 classes. */
#include <raddle.h>
#include "crew.h"

static long slot[2];

static void *work(void *argument) {
  int key = raddle_int("key");
  raddle_assume(key >= 0 && key < 4);
  slot[key & 1] = 1 + key;
  return argument;
}

int main(void) { crew(2, work); }
