/* A packed structure that ends in a flexible array. */
#include <assert.h>
#include <cute.h>

struct message {
  char kind;
  int size;
  struct message *next;
  short data[];
} __attribute__((packed));

int main(void) {
  struct message *m;
  CUTE_input(m);
  if (m && m->kind == 2 && m->size == 70000 && m->next == m) assert(m->data[1] != 12); // BUG: assert in main
  return 0;
}
