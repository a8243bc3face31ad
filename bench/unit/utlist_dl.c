/* utlist.h, doubly linked lists (DL_*). Functions whose name ends in _ok are ours. */
#include <assert.h>
#include <raddle.h>
#include <stddef.h>
#include <utlist.h>

struct node {
  int value;
  struct node *prev, *next;
};

struct list {
  struct node *head;
};

/* The head's prev is the last node; the last node's next is NULL. */
static void check_ok(int is_right) { raddle_assert(is_right); }

static int list_ok(const struct list *list) {
  const struct node *last = NULL;
  if (!list) return 0;
  for (const struct node *n = list->head; n; last = n, n = n->next)
    if ((last && n->prev != last) || n->next == list->head) return 0;
  return !list->head || list->head->prev == last;
}

static int inside_ok(const struct list *list, const struct node *node) {
  for (const struct node *n = list->head; n; n = n->next)
    if (n == node) return 1;
  return 0;
}

static int apart_ok(const struct list *list, const struct node *node) {
  return node && !inside_ok(list, node);
}

static int null_or_inside_ok(const struct list *list, const struct node *node) {
  return !node || inside_ok(list, node);
}

static int sorted_ok(const struct list *list) {
  for (const struct node *n = list->head; n && n->next; n = n->next)
    if (n->value > n->next->value) return 0;
  return 1;
}

static int disjoint_ok(const struct list *list, const struct list *other) {
  if (list == other || !list_ok(other)) return 0;
  for (const struct node *n = other->head; n; n = n->next)
    if (inside_ok(list, n)) return 0;
  return 1;
}

static int length_ok(const struct list *list) {
  int length = 0;
  for (const struct node *n = list->head; n; n = n->next) length++;
  return length;
}

static int by_value_ok(const struct node *a, const struct node *b) {
  return (a->value > b->value) - (a->value < b->value);
}

void dl_prepend(struct list *list, struct node *add) {
  raddle_assume(apart_ok(list, add));
  DL_PREPEND(list->head, add);
  check_ok(list->head == add);
}

void dl_append(struct list *list, struct node *add) {
  raddle_assume(apart_ok(list, add));
  DL_APPEND(list->head, add);
  check_ok(list->head->prev == add);
}

void dl_concat(struct list *list, struct list *other) {
  raddle_assume(disjoint_ok(list, other));
  DL_CONCAT(list->head, other->head);
}

/* infeasible dl_insert_inorder 2: assertions of DL_APPEND_ELEM: there is a head, and a node to add */
/* infeasible dl_insert_inorder 1: DL_LOWER_BOUND asks again whether there is a head */
/* infeasible dl_insert_inorder 1: DL_APPEND_ELEM: the list that it prepends to is not empty */
void dl_insert_inorder(struct list *list, struct node *add) {
  raddle_assume(apart_ok(list, add));
  raddle_assume(sorted_ok(list));
  DL_INSERT_INORDER(list->head, add, by_value_ok);
  check_ok(sorted_ok(list));
}

struct node *dl_lower_bound(struct list *list, struct node *like) {
  struct node *found;
  raddle_assume(like != NULL);
  DL_LOWER_BOUND(list->head, found, like, by_value_ok);
  return found;
}

/* infeasible dl_delete 2: assertions of DL_DELETE: there are a head and a previous node */
void dl_delete(struct list *list, struct node *del) {
  raddle_assume(inside_ok(list, del));
  DL_DELETE(list->head, del);
  check_ok(!inside_ok(list, del));
}

int dl_count(struct list *list) {
  struct node *n;
  int count;
  DL_COUNT(list->head, n, count);
  check_ok(count == length_ok(list));
  return count;
}

int dl_foreach_safe(struct list *list) {
  struct node *n, *next;
  int sum = 0;
  DL_FOREACH_SAFE(list->head, n, next) sum++;
  return sum;
}

struct node *dl_search_scalar(struct list *list, int value) {
  struct node *found;
  DL_SEARCH_SCALAR(list->head, found, value, value);
  return found;
}

struct node *dl_search(struct list *list, struct node *like) {
  struct node *found;
  raddle_assume(like != NULL);
  DL_SEARCH(list->head, found, like, by_value_ok);
  return found;
}

/* infeasible dl_replace_elem 3: assertions of DL_REPLACE_ELEM: no argument is NULL */
void dl_replace_elem(struct list *list, struct node *el, struct node *add) {
  raddle_assume(inside_ok(list, el));
  raddle_assume(apart_ok(list, add));
  DL_REPLACE_ELEM(list->head, el, add);
}

/* infeasible dl_prepend_elem 2: assertions of DL_PREPEND_ELEM: there is a head, and a node to add */
void dl_prepend_elem(struct list *list, struct node *el, struct node *add) {
  raddle_assume(null_or_inside_ok(list, el));
  raddle_assume(apart_ok(list, add));
  DL_PREPEND_ELEM(list->head, el, add);
}

/* infeasible dl_append_elem 2: assertions of DL_APPEND_ELEM: there is a head, and a node to add */
void dl_append_elem(struct list *list, struct node *el, struct node *add) {
  raddle_assume(null_or_inside_ok(list, el));
  raddle_assume(apart_ok(list, add));
  DL_APPEND_ELEM(list->head, el, add);
}

void dl_sort(struct list *list) {
  int length = length_ok(list);
  DL_SORT(list->head, by_value_ok);
  check_ok(sorted_ok(list));
  check_ok(length_ok(list) == length);
}
