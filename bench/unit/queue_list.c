/* sys/queue.h, doubly linked lists (LIST_*): a node points to the pointer that points to it.
 * Functions whose name ends in _ok are ours. */
#include <bsd/sys/queue.h>
#include <raddle.h>
#include <stddef.h>

struct node {
  int value;
  LIST_ENTRY(node) link;
};

LIST_HEAD(list, node);

#define LONGEST 8

static void check_ok(int is_right) { raddle_assert(is_right); }

static int list_ok(const struct list *list) {
  if (!list) return 0;
  struct node *const *at = &list->lh_first;
  for (int i = 0; i < LONGEST; i++, at = &(*at)->link.le_next) {
    if (!*at) return 1;
    if ((*at)->link.le_prev != at) return 0;
  }
  return 0;
}

static int inside_ok(const struct list *list, const struct node *node) {
  for (const struct node *n = list->lh_first; n; n = n->link.le_next)
    if (n == node) return 1;
  return 0;
}

static int apart_ok(const struct list *list, const struct node *node) {
  return node && !inside_ok(list, node);
}

static int disjoint_ok(const struct list *list, const struct list *other) {
  if (list == other || !list_ok(other)) return 0;
  for (const struct node *n = other->lh_first; n; n = n->link.le_next)
    if (inside_ok(list, n)) return 0;
  return 1;
}

void list_init(struct list *list) {
  LIST_INIT(list);
  check_ok(LIST_EMPTY(list));
}

void list_concat(struct list *list, struct list *other) {
  raddle_assume(disjoint_ok(list, other));
  LIST_CONCAT(list, other, node, link);
  check_ok(list_ok(other));
}

void list_insert_head(struct list *list, struct node *node) {
  raddle_assume(apart_ok(list, node));
  LIST_INSERT_HEAD(list, node, link);
  check_ok(LIST_FIRST(list) == node);
}

void list_insert_after(struct list *list, struct node *at, struct node *node) {
  raddle_assume(inside_ok(list, at));
  raddle_assume(apart_ok(list, node));
  LIST_INSERT_AFTER(at, node, link);
  check_ok(LIST_NEXT(at, link) == node);
}

void list_insert_before(struct list *list, struct node *at, struct node *node) {
  raddle_assume(inside_ok(list, at));
  raddle_assume(apart_ok(list, node));
  LIST_INSERT_BEFORE(at, node, link);
  check_ok(LIST_NEXT(node, link) == at);
}

void list_remove(struct list *list, struct node *node) {
  raddle_assume(inside_ok(list, node));
  LIST_REMOVE(node, link);
  check_ok(!inside_ok(list, node));
}

struct node *list_prev(struct list *list, struct node *node) {
  raddle_assume(inside_ok(list, node));
  return LIST_PREV(node, list, node, link);
}

void list_swap(struct list *list, struct list *other) {
  raddle_assume(disjoint_ok(list, other));
  LIST_SWAP(list, other, node, link);
  check_ok(list_ok(other));
}

int list_foreach_safe(struct list *list) {
  struct node *n, *next;
  int sum = 0;
  LIST_FOREACH_SAFE(n, list, link, next) sum++;
  return sum;
}
