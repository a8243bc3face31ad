/* A pointer into the middle of what another one leads to. The program frees the object. */
#include <assert.h>
#include <cute.h>
#include <stdlib.h>

struct box {
  char mark;
  int key;
  int rest[2];
};

int main(void) {
  struct box *b;
  int *k;
  CUTE_input(b);
  CUTE_input(k);
  if (!b) return 0;
  b->key = 1;
  if (k && k == &b->rest[1]) {
    *k = 2;
    int rest = b->rest[1];
    free(b);
    assert(rest != 2); // BUG: assert in main
  }
  return 0;
}
