/* sys/queue.h, tail queues (TAILQ_*). Functions whose name ends in _ok are ours. */
#include <bsd/sys/queue.h>
#include <raddle.h>
#include <stddef.h>

struct node {
  int value;
  TAILQ_ENTRY(node) link;
};

TAILQ_HEAD(list, node);

#define LONGEST 8

static void check_ok(int is_right) { raddle_assert(is_right); }

static int list_ok(const struct list *list) {
  if (!list) return 0;
  struct node *const *at = &list->tqh_first;
  for (int i = 0; i < LONGEST; i++, at = &(*at)->link.tqe_next) {
    if (!*at) return list->tqh_last == at;
    if ((*at)->link.tqe_prev != at) return 0;
  }
  return 0;
}

static int inside_ok(const struct list *list, const struct node *node) {
  for (const struct node *n = list->tqh_first; n; n = n->link.tqe_next)
    if (n == node) return 1;
  return 0;
}

static int apart_ok(const struct list *list, const struct node *node) {
  return node && !inside_ok(list, node);
}

static int disjoint_ok(const struct list *list, const struct list *other) {
  if (list == other || !list_ok(other)) return 0;
  for (const struct node *n = other->tqh_first; n; n = n->link.tqe_next)
    if (inside_ok(list, n)) return 0;
  return 1;
}

void tailq_init(struct list *list) {
  TAILQ_INIT(list);
  check_ok(TAILQ_EMPTY(list));
}

void tailq_concat(struct list *list, struct list *other) {
  raddle_assume(disjoint_ok(list, other));
  TAILQ_CONCAT(list, other, link);
  check_ok(list_ok(other));
}

void tailq_insert_head(struct list *list, struct node *node) {
  raddle_assume(apart_ok(list, node));
  TAILQ_INSERT_HEAD(list, node, link);
  check_ok(TAILQ_FIRST(list) == node);
}

void tailq_insert_tail(struct list *list, struct node *node) {
  raddle_assume(apart_ok(list, node));
  TAILQ_INSERT_TAIL(list, node, link);
  check_ok(TAILQ_LAST(list, list) == node);
}

void tailq_insert_after(struct list *list, struct node *at, struct node *node) {
  raddle_assume(inside_ok(list, at));
  raddle_assume(apart_ok(list, node));
  TAILQ_INSERT_AFTER(list, at, node, link);
  check_ok(TAILQ_NEXT(at, link) == node);
}

void tailq_insert_before(struct list *list, struct node *at, struct node *node) {
  raddle_assume(inside_ok(list, at));
  raddle_assume(apart_ok(list, node));
  TAILQ_INSERT_BEFORE(at, node, link);
  check_ok(TAILQ_NEXT(node, link) == at);
}

void tailq_remove(struct list *list, struct node *node) {
  raddle_assume(inside_ok(list, node));
  TAILQ_REMOVE(list, node, link);
  check_ok(!inside_ok(list, node));
}

struct node *tailq_prev(struct list *list, struct node *node) {
  raddle_assume(inside_ok(list, node));
  return TAILQ_PREV(node, list, link);
}

struct node *tailq_prev_fast(struct list *list, struct node *node) {
  raddle_assume(inside_ok(list, node));
  return TAILQ_PREV_FAST(node, list, node, link);
}

struct node *tailq_last(struct list *list) { return TAILQ_LAST(list, list); }

struct node *tailq_last_fast(struct list *list) { return TAILQ_LAST_FAST(list, node, link); }

void tailq_swap(struct list *list, struct list *other) {
  raddle_assume(disjoint_ok(list, other));
  TAILQ_SWAP(list, other, node, link);
  check_ok(list_ok(other));
}

int tailq_foreach_reverse_safe(struct list *list) {
  struct node *n, *next;
  int sum = 0;
  TAILQ_FOREACH_REVERSE_SAFE(n, list, list, link, next) sum++;
  return sum;
}
