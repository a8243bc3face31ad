/* Section 7.2's hash table, in our own words. Elements carry their own `next`, as in SGLIB: an element that is added
 * while it is in the table points to itself from then on, and a search that does not find its key never ends. */
#include "size.h"
#include <assert.h>
#include <stdlib.h>

enum { BUCKETS = 3 };
struct element {
  int key;
  struct element *next;
};
static struct element *bucket[BUCKETS];
static int count; /* calls of table_add */

static struct element **chain(int key) { return &bucket[(unsigned)key % BUCKETS]; }

struct element *element_new(int key) {
  struct element *e = malloc(sizeof *e);
  e->key = key;
  e->next = NULL;
  return e;
}

int table_is_member(const struct element *like) {
  const struct element *e = *chain(like->key);
  int steps = 0;
  while (e && e->key != like->key) {
    e = e->next;
    steps++;
#if BROKEN == 1
    assert(steps <= count); // BUG: assert in table_is_member
#endif
  }
  return e != NULL;
}

/* The caller sees to it that the element is not in the table: BROKEN 0 checks it. */
void table_add(struct element *e) {
  struct element **at = chain(e->key);
#if BROKEN == 0
  for (const struct element *other = *at; other; other = other->next)
    if (other == e) return;
#endif
  e->next = *at;
  *at = e;
  count++;
}

void table_add_if_not_member(struct element *e) {
  if (!table_is_member(e)) table_add(e);
}
