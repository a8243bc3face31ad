/* An array of pointers: two of them lead to the same object, one to nothing. */
#include <assert.h>
#include <cute.h>

struct item {
  int n;
};

int main(void) {
  struct item *slot[3];
  CUTE_input(slot);
  if (slot[0] && !slot[1] && slot[2] == slot[0] && slot[2]->n == 9) assert(0); // BUG: assert in main
  return 0;
}
