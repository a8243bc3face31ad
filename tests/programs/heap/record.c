/* A field of each kind; the run that fails has read all of them. */
#include <assert.h>
#include <cute.h>
#include <stdbool.h>

enum color { RED, GREEN = 5 };
struct point {
  short x, y;
};
struct record {
  unsigned low : 3, high : 5;
  bool is_open;
  char letter;
  char *name;
  int list[3];
  struct point corner[2];
  union {
    long whole;
    unsigned char byte[8];
  } both;
  double weight;
  enum color color;
};

int main(void) {
  struct record *r;
  CUTE_input(r);
  if (!r || r->low != 5 || r->high != 17 || !r->is_open || r->letter != 'q') return 0;
  if (!r->name || r->name[0] != 'o' || r->name[1] != 'k' || r->name[2]) return 0;
  if (r->list[1] != -4 || r->corner[1].y != 300 || r->both.whole != 258 || r->color != GREEN) return 0;
  assert(r->weight != 0); // BUG: assert in main
  return 0;
}
