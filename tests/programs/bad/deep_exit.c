/* Calls exit() deep inside, with atexit handlers and unflushed output. */
#include <assert.h>
#include <raddle.h>
#include <stdio.h>
#include <stdlib.h>

static void good_bye(void) { puts("good bye"); }

static int deep(int depth, int x) {
  char frame[32] = {0};
  frame[depth % 32] = (char)x;
  if (depth == 50) {
    if (x == 1) exit(0);
    if (x == 2) _Exit(2);
    if (x == 3) quick_exit(3);
  }
  return depth > 60 ? frame[0] : deep(depth + 1, x);
}

int main(void) {
  atexit(good_bye);
  printf("not flushed");
  int x = raddle_int("x");
  deep(0, x);
  assert(x != 77); // BUG: assert in main
  return 0;
}
