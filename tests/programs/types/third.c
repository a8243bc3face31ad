/* The same tags, other types. */
#include <raddle.h>
#include <cute.h>

struct cell {
  long v;
  struct cell *next;
};
struct mine {
  int y;
};
struct right;
struct left;
union either {
  struct right *right;
  struct left *left;
};

void third(void) {
  struct cell *c;
  struct mine mine;
  union either either;
  CUTE_input(c);
  CUTE_input(mine);
  CUTE_input(either);
}
