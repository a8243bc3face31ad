/* sys/queue.h, singly linked tail queues (STAILQ_*): the head points to the last next pointer.
 * Functions whose name ends in _ok are ours. */
#include <bsd/sys/queue.h>
#include <raddle.h>
#include <stddef.h>

struct node {
  int value;
  STAILQ_ENTRY(node) link;
};

STAILQ_HEAD(list, node);

#define LONGEST 8

static void check_ok(int is_right) { raddle_assert(is_right); }

static int list_ok(const struct list *list) {
  if (!list) return 0;
  struct node *const *at = &list->stqh_first;
  for (int i = 0; i < LONGEST; i++, at = &(*at)->link.stqe_next)
    if (!*at) return list->stqh_last == at;
  return 0;
}

static int inside_ok(const struct list *list, const struct node *node) {
  for (const struct node *n = list->stqh_first; n; n = n->link.stqe_next)
    if (n == node) return 1;
  return 0;
}

static int apart_ok(const struct list *list, const struct node *node) {
  return node && !inside_ok(list, node);
}

static int has_next_ok(const struct list *list, const struct node *node) {
  return inside_ok(list, node) && node->link.stqe_next;
}

static int disjoint_ok(const struct list *list, const struct list *other) {
  if (list == other || !list_ok(other)) return 0;
  for (const struct node *n = other->stqh_first; n; n = n->link.stqe_next)
    if (inside_ok(list, n)) return 0;
  return 1;
}

void stailq_init(struct list *list) {
  STAILQ_INIT(list);
  check_ok(STAILQ_EMPTY(list));
}

void stailq_concat(struct list *list, struct list *other) {
  raddle_assume(disjoint_ok(list, other));
  STAILQ_CONCAT(list, other);
  check_ok(list_ok(other));
}

void stailq_insert_head(struct list *list, struct node *node) {
  raddle_assume(apart_ok(list, node));
  STAILQ_INSERT_HEAD(list, node, link);
  check_ok(STAILQ_FIRST(list) == node);
}

void stailq_insert_tail(struct list *list, struct node *node) {
  raddle_assume(apart_ok(list, node));
  STAILQ_INSERT_TAIL(list, node, link);
  check_ok(inside_ok(list, node));
}

void stailq_insert_after(struct list *list, struct node *at, struct node *node) {
  raddle_assume(inside_ok(list, at));
  raddle_assume(apart_ok(list, node));
  STAILQ_INSERT_AFTER(list, at, node, link);
  check_ok(STAILQ_NEXT(at, link) == node);
}

void stailq_remove(struct list *list, struct node *node) {
  raddle_assume(inside_ok(list, node));
  STAILQ_REMOVE(list, node, node, link);
  check_ok(!inside_ok(list, node));
}

void stailq_remove_head(struct list *list) {
  raddle_assume(!STAILQ_EMPTY(list));
  STAILQ_REMOVE_HEAD(list, link);
}

void stailq_remove_after(struct list *list, struct node *at) {
  raddle_assume(has_next_ok(list, at));
  STAILQ_REMOVE_AFTER(list, at, link);
}

void stailq_swap(struct list *list, struct list *other) {
  raddle_assume(disjoint_ok(list, other));
  STAILQ_SWAP(list, other, node);
  check_ok(list_ok(other));
}

struct node *stailq_last(struct list *list) { return STAILQ_LAST(list, node, link); }

int stailq_foreach_safe(struct list *list) {
  struct node *n, *next;
  int sum = 0;
  STAILQ_FOREACH_SAFE(n, list, link, next) sum++;
  return sum;
}
