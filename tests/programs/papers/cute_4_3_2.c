/* CUTE 4.3.2, library functions with side-effects: memset is not part of the program. Three paths. */
#include <assert.h>
#include <raddle.h>
#include <stddef.h>
#include <string.h>

struct foo {
  int i;
  char c;
};

static void bar(struct foo *a) {
  if (a && a->c == 1) {
    memset(a, 0, sizeof(struct foo));
    if (a->c != 1) assert(!"ERROR"); // BUG: assert in bar
  }
}

int main(void) {
  struct foo s;
  s.i = raddle_int("i");
  s.c = raddle_char("c");
  if (raddle_int("a") == 0)
    bar(NULL);
  else
    bar(&s);
  return 0;
}
