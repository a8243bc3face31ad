/* sys/queue.h, singly linked lists (SLIST_*). Functions whose name ends in _ok are ours. */
#include <bsd/sys/queue.h>
#include <raddle.h>
#include <stddef.h>

struct node {
  int value;
  SLIST_ENTRY(node) link;
};

SLIST_HEAD(list, node);

#define LONGEST 8

static void check_ok(int is_right) { raddle_assert(is_right); }

static int list_ok(const struct list *list) {
  if (!list) return 0;
  const struct node *n = list->slh_first;
  for (int i = 0; i < LONGEST; i++, n = n->link.sle_next)
    if (!n) return 1;
  return 0;
}

static int inside_ok(const struct list *list, const struct node *node) {
  for (const struct node *n = list->slh_first; n; n = n->link.sle_next)
    if (n == node) return 1;
  return 0;
}

static int apart_ok(const struct list *list, const struct node *node) {
  return node && !inside_ok(list, node);
}

static int null_or_inside_ok(const struct list *list, const struct node *node) {
  return !node || inside_ok(list, node);
}

static int has_next_ok(const struct list *list, const struct node *node) {
  return inside_ok(list, node) && node->link.sle_next;
}

static int disjoint_ok(const struct list *list, const struct list *other) {
  if (list == other || !list_ok(other)) return 0;
  for (const struct node *n = other->slh_first; n; n = n->link.sle_next)
    if (inside_ok(list, n)) return 0;
  return 1;
}

void slist_init(struct list *list) {
  SLIST_INIT(list);
  check_ok(SLIST_EMPTY(list));
}

void slist_concat(struct list *list, struct list *other) {
  raddle_assume(disjoint_ok(list, other));
  SLIST_CONCAT(list, other, node, link);
  check_ok(SLIST_EMPTY(other));
}

void slist_insert_head(struct list *list, struct node *node) {
  raddle_assume(apart_ok(list, node));
  SLIST_INSERT_HEAD(list, node, link);
  check_ok(SLIST_FIRST(list) == node);
}

void slist_insert_after(struct list *list, struct node *at, struct node *node) {
  raddle_assume(inside_ok(list, at));
  raddle_assume(apart_ok(list, node));
  SLIST_INSERT_AFTER(at, node, link);
  check_ok(SLIST_NEXT(at, link) == node);
}

void slist_remove(struct list *list, struct node *node) {
  raddle_assume(inside_ok(list, node));
  SLIST_REMOVE(list, node, node, link);
  check_ok(!inside_ok(list, node));
}

void slist_remove_head(struct list *list) {
  raddle_assume(!SLIST_EMPTY(list));
  SLIST_REMOVE_HEAD(list, link);
}

void slist_remove_after(struct list *list, struct node *at) {
  raddle_assume(has_next_ok(list, at));
  SLIST_REMOVE_AFTER(at, link);
}

void slist_remove_prevptr(struct list *list, int value) {
  struct node *node, **at;
  SLIST_FOREACH_PREVPTR(node, at, list, link)
  if (node->value == value) break;
  raddle_assume(node != NULL);
  SLIST_REMOVE_PREVPTR(at, node, link);
  check_ok(!inside_ok(list, node));
}

void slist_swap(struct list *list, struct list *other) {
  raddle_assume(list_ok(other));
  SLIST_SWAP(list, other, node);
}

int slist_foreach_safe(struct list *list) {
  struct node *n, *next;
  int sum = 0;
  SLIST_FOREACH_SAFE(n, list, link, next) sum++;
  return sum;
}

int slist_foreach_from(struct list *list, struct node *from) {
  int sum = 0;
  raddle_assume(null_or_inside_ok(list, from));
  SLIST_FOREACH_FROM(from, list, link) sum++;
  return sum;
}
