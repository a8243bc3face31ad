/* A hash table with chains. */
#include "shape.h"
#include <stddef.h>

enum { BUCKETS = 3 };
struct node {
  unsigned key;
  struct node *next;
};
struct table {
  struct node *bucket[BUCKETS];
};

static int chain_is_ok(const struct node *first, unsigned bucket, int *room) {
  for (const struct node *n = first; n; n = n->next) {
    if ((*room)-- == 0) return 0;
    if (n->key % BUCKETS != bucket) return 0;
    for (const struct node *m = first; m != n; m = m->next)
      if (m->key == n->key) return 0;
  }
  return 1;
}

static int is_ok(const struct table *t, int room) {
  if (!t) return 0;
  for (unsigned i = 0; i < BUCKETS; i++)
    if (!chain_is_ok(t->bucket[i], i, &room)) return 0;
  return 1;
}

int table_is_small(const struct table *t) { return is_ok(t, NODES); }
int table_ok(const struct table *t) { return is_ok(t, NODES + 1); }

void shape(const struct table *t) {
  for (int i = 0; i < BUCKETS; i++) {
    int length = 0;
    for (const struct node *n = t->bucket[i]; n; n = n->next) length++;
    shape_put((char)('0' + length));
  }
  shape_exit();
}

/* The pointer to the node with this key, or the last one of its chain. */
static struct node **place(struct table *t, unsigned key) {
  struct node **at = &t->bucket[key % BUCKETS];
  while (*at && (*at)->key != key) at = &(*at)->next;
  return at;
}

int table_search(struct table *t, unsigned key) {
#if BROKEN == 1
  return (*place(t, key))->key == key;
#endif
  return *place(t, key) != NULL;
}

void table_insert(struct table *t, unsigned key) {
  struct node **at = place(t, key);
#if BROKEN == 2
  at = &t->bucket[key % BUCKETS];
#else
  if (*at) return;
#endif
  struct node *n = calloc(1, sizeof *n);
  *n = (struct node){key, *at};
  *at = n;
}

void table_delete(struct table *t, unsigned key) {
  struct node **at = place(t, key), *gone = *at;
  if (!gone) return;
#if BROKEN == 3
  t->bucket[key % BUCKETS] = gone->next;
#else
  *at = gone->next;
#endif
  free(gone);
}

static int size(const struct table *t) {
  int count = 0;
  for (int i = 0; i < BUCKETS; i++)
    for (const struct node *n = t->bucket[i]; n; n = n->next) count++;
  return count;
}

/* Each operation, and what it is to do. */
void search_once(struct table *t, unsigned key) {
  int before = size(t), found = table_search(t, key);
  table_insert(t, key);
  if (size(t) != before + !found) abort();
}

void insert_once(struct table *t, unsigned key) {
  table_insert(t, key);
  if (!table_ok(t) || !table_search(t, key)) abort();
}

void delete_once(struct table *t, unsigned key) {
  int before = size(t), found = table_search(t, key);
  table_delete(t, key);
  if (!table_ok(t) || table_search(t, key) || size(t) != before - found) abort();
}
