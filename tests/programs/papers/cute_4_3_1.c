/* CUTE 4.3.1, pointer casting and arithmetic: a->c is overwritten through a char pointer. Three paths. */
#include <assert.h>
#include <raddle.h>
#include <stddef.h>

struct foo {
  int i;
  char c;
};

static void *fill(void *s, char c, size_t n) {
  for (size_t i = 0; i < n; i++) ((char *)s)[i] = c;
  return s;
}

static void bar(struct foo *a) {
  if (a && a->c == 1) {
    fill(a, 0, sizeof(struct foo));
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
