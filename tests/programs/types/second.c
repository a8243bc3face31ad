/* Another file with the same types, and some of the same names that mean others. */
#include "shapes.h"

typedef struct cell same; /* typedefs and qualifiers make no difference */
struct mine {
  int x;
};

static int add_three(int x) { return x + 3; }
int (*second_table[])(int) = {add_three};
int count_cells(const same *c) { return c != 0; }

void second(void) {
  struct all all;
  const same *volatile c;
  same *list[5];
  struct mine mine;
  CUTE_input(all);
  CUTE_input(c);
  CUTE_input(list);
  CUTE_input(mine);
}
