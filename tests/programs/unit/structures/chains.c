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

struct element *table_member(const struct element *like) {
  struct element *e = *chain(like->key);
#if BROKEN == 1
  int steps = 0;
#endif
  while (e && e->key != like->key) {
    e = e->next;
#if BROKEN == 1
    assert(++steps <= count); // BUG: assert in table_member
#endif
  }
  return e;
}

void table_add(struct element *e) {
  struct element **at = chain(e->key);
#if BROKEN == 3
  if (table_member(e)) return;
#endif
  e->next = *at;
  *at = e;
  count++;
}

void table_add_if_not_member(struct element *e) {
  if (!table_member(e)) table_add(e);
}
