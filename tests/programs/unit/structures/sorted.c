/* Sorted lists: no key twice, and a count of the nodes. */
#include "shape.h"
#include <stddef.h>

struct node {
  int key;
  struct node *next;
};
struct list {
  struct node *first;
  int size;
};

static int is_ok(const struct list *l, int room) {
  int size = 0;
  if (!l) return 0;
  for (const struct node *n = l->first; n; n = n->next) {
    if (++size > room) return 0;
    if (n->next && n->next->key <= n->key) return 0;
  }
  return l->size == size;
}

int list_is_small(const struct list *l) { return is_ok(l, NODES); }
int list_ok(const struct list *l) { return is_ok(l, NODES + 1); }

void shape(const struct list *l) {
  int length = 0;
  for (const struct node *n = l->first; n; n = n->next) length++;
  shape_put((char)('0' + length));
  shape_exit();
}

/* Where a node with this key is, or belongs. */
static struct node **place(struct list *l, int key) {
  struct node **at = &l->first;
  while (*at && (*at)->key < key) at = &(*at)->next;
  return at;
}

int list_search(const struct list *l, int key) {
  const struct node *n = l->first;
#if BROKEN == 1
  while (n->key < key) n = n->next;
#else
  while (n && n->key < key) n = n->next;
#endif
  return n && n->key == key;
}

void list_insert(struct list *l, int key) {
  struct node **at = place(l, key);
#if BROKEN != 2
  if (*at && (*at)->key == key) return;
#endif
  struct node *n = calloc(1, sizeof *n);
  *n = (struct node){key, *at};
  *at = n;
  l->size++;
}

void list_delete(struct list *l, int key) {
  struct node **at = place(l, key), *gone = *at;
  if (!gone || gone->key != key) return;
#if BROKEN == 3
  l->first = gone->next;
#else
  *at = gone->next;
#endif
  free(gone);
  l->size--;
}

/* Nodes of b go to a. */
void list_merge(struct list *a, struct list *b) {
  struct node **at = &a->first, *left = a->first, *right = b->first;
  while (left && right) {
    struct node **less = left->key <= right->key ? &left : &right;
    *at = *less;
    at = &(*at)->next;
    *less = (*less)->next;
  }
  *at = left ? left : right;
}

/* Two lists that have nothing in common. */
int lists_are_apart(const struct list *a, const struct list *b) {
  if (!list_is_small(a) || !list_is_small(b) || a == b) return 0;
  for (const struct node *n = a->first; n; n = n->next)
    for (const struct node *m = b->first; m; m = m->next)
      if (n == m) return 0;
  return 1;
}
