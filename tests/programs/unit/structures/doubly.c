/* Doubly linked lists. */
#include "shape.h"
#include <stddef.h>

struct node {
  int value;
  struct node *next, *prev;
};

static int is_chain(const struct node *first, int room) {
  const struct node *seen[NODES + 2];
  int count = 0;
  for (const struct node *n = first; n; n = n->next) {
    for (int i = 0; i < count; i++)
      if (seen[i] == n) return 0;
    if (count == room) return 0;
    seen[count++] = n;
  }
  return 1;
}

static int has_right_prev(const struct node *first) {
  if (first && first->prev) return 0;
  for (const struct node *n = first; n && n->next; n = n->next)
    if (n->next->prev != n) return 0;
  return 1;
}

static int length(const struct node *n) { return n ? 1 + length(n->next) : 0; }

int list_is_small(const struct node *first) { return is_chain(first, NODES) && has_right_prev(first); }
int list_ok(const struct node *first) { return is_chain(first, 2 * NODES + 1) && has_right_prev(first); }

/* Exactly NODES of them; and the same without a look at prev. */
int is_full_chain(const struct node *first) { return is_chain(first, NODES) && length(first) == NODES; }
int is_full_list(const struct node *first) { return is_full_chain(first) && has_right_prev(first); }
void nothing(const struct node *first) { (void)first; }
void failure(const struct node *first) {
  (void)first;
  abort();
}

void shape(const struct node *first) {
  shape_put((char)('0' + length(first)));
  shape_exit();
}

struct node *list_reverse(struct node *first) {
  struct node *last = NULL;
  while (first) {
    struct node *next = first->next;
    first->next = last;
    first->prev = next;
    last = first;
    first = next;
  }
  return last;
}

int list_search(const struct node *first, int value) {
  for (; first; first = first->next)
    if (first->value == value) return 1;
#if BROKEN == 1
  return first->value == value;
#endif
  return 0;
}

struct node *list_insert(struct node *first, int value) {
  struct node *n = calloc(1, sizeof *n);
  n->value = value;
  n->next = first;
#if BROKEN != 2
  if (first) first->prev = n;
#endif
  return n;
}

struct node *list_delete(struct node *first, int value) {
  struct node *n = first;
  while (n && n->value != value) n = n->next;
  if (!n) return first;
  if (n->prev)
    n->prev->next = n->next;
  else
    first = n->next;
#if BROKEN == 3
  n->next->prev = n->prev;
#else
  if (n->next) n->next->prev = n->prev;
#endif
  free(n);
  return first;
}

int result_ok(const struct node *result) { return list_ok(result); }

/* Second behind first. BROKEN 4 is what SGLIB 1.0.1 had: it takes a list for granted. */
struct node *list_concat(struct node *first, struct node *second) {
  if (!first) return second;
  struct node *last = first;
  while (last->next) last = last->next;
#if BROKEN == 4
  second->prev = last; // BUG: null-deref in list_concat
#else
  if (second) second->prev = last;
#endif
  last->next = second;
  return first;
}

/* The first list is not empty in section 7.2. */
int are_apart(const struct node *first, const struct node *second) {
  if (!list_is_small(first) || !list_is_small(second)) return 0;
  for (const struct node *n = first; n; n = n->next)
    for (const struct node *m = second; m; m = m->next)
      if (n == m) return 0;
  return 1;
}
