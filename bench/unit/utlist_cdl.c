/* utlist.h, circular doubly linked lists (CDL_*). Functions whose name ends in _ok are ours. */
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

static void check_ok(int is_right) { raddle_assert(is_right); }

static int list_ok(const struct list *list) {
  if (!list) return 0;
  const struct node *n = list->head;
  if (!n) return 1;
  do {
    if (!n->next || n->next->prev != n) return 0;
    n = n->next;
  } while (n != list->head);
  return 1;
}

static const struct node *next_ok(const struct list *list, const struct node *n) {
  return n->next == list->head ? NULL : n->next;
}

static int inside_ok(const struct list *list, const struct node *node) {
  for (const struct node *n = list->head; n; n = next_ok(list, n))
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
  for (const struct node *n = list->head; n && n->next != list->head; n = n->next)
    if (n->value > n->next->value) return 0;
  return 1;
}

static int length_ok(const struct list *list) {
  int length = 0;
  for (const struct node *n = list->head; n; n = next_ok(list, n)) length++;
  return length;
}

static int by_value_ok(const struct node *a, const struct node *b) {
  return (a->value > b->value) - (a->value < b->value);
}

void cdl_prepend(struct list *list, struct node *add) {
  raddle_assume(apart_ok(list, add));
  CDL_PREPEND(list->head, add);
  check_ok(list->head == add);
}

void cdl_append(struct list *list, struct node *add) {
  raddle_assume(apart_ok(list, add));
  CDL_APPEND(list->head, add);
  check_ok(list->head->prev == add);
}

/* infeasible cdl_insert_inorder 2: assertions of CDL_APPEND_ELEM: there is a head, and a node to add */
/* infeasible cdl_insert_inorder 1: CDL_LOWER_BOUND asks again whether there is a head */
/* infeasible cdl_insert_inorder 1: CDL_APPEND_ELEM: the list that it prepends to is not empty */
void cdl_insert_inorder(struct list *list, struct node *add) {
  raddle_assume(apart_ok(list, add));
  raddle_assume(sorted_ok(list));
  CDL_INSERT_INORDER(list->head, add, by_value_ok);
  check_ok(sorted_ok(list));
}

struct node *cdl_lower_bound(struct list *list, struct node *like) {
  struct node *found;
  raddle_assume(like != NULL);
  CDL_LOWER_BOUND(list->head, found, like, by_value_ok);
  return found;
}

void cdl_delete(struct list *list, struct node *del) {
  raddle_assume(inside_ok(list, del));
  CDL_DELETE(list->head, del);
  check_ok(!inside_ok(list, del));
}

int cdl_count(struct list *list) {
  struct node *n;
  int count;
  CDL_COUNT(list->head, n, count);
  check_ok(count == length_ok(list));
  return count;
}

int cdl_foreach_safe(struct list *list) {
  struct node *n, *last, *next;
  int sum = 0;
  CDL_FOREACH_SAFE(list->head, n, last, next) sum++;
  return sum;
}

struct node *cdl_search_scalar(struct list *list, int value) {
  struct node *found;
  CDL_SEARCH_SCALAR(list->head, found, value, value);
  return found;
}

struct node *cdl_search(struct list *list, struct node *like) {
  struct node *found;
  raddle_assume(like != NULL);
  CDL_SEARCH(list->head, found, like, by_value_ok);
  return found;
}

/* infeasible cdl_replace_elem 3: assertions of CDL_REPLACE_ELEM: no argument is NULL */
void cdl_replace_elem(struct list *list, struct node *el, struct node *add) {
  raddle_assume(inside_ok(list, el));
  raddle_assume(apart_ok(list, add));
  CDL_REPLACE_ELEM(list->head, el, add);
}

/* infeasible cdl_prepend_elem 2: assertions of CDL_PREPEND_ELEM: there is a head, and a node to add */
void cdl_prepend_elem(struct list *list, struct node *el, struct node *add) {
  raddle_assume(null_or_inside_ok(list, el));
  raddle_assume(apart_ok(list, add));
  CDL_PREPEND_ELEM(list->head, el, add);
}

/* infeasible cdl_append_elem 2: assertions of CDL_APPEND_ELEM: there is a head, and a node to add */
void cdl_append_elem(struct list *list, struct node *el, struct node *add) {
  raddle_assume(null_or_inside_ok(list, el));
  raddle_assume(apart_ok(list, add));
  CDL_APPEND_ELEM(list->head, el, add);
}

void cdl_sort(struct list *list) {
  int length = length_ok(list);
  CDL_SORT(list->head, by_value_ok);
  check_ok(sorted_ok(list));
  check_ok(length_ok(list) == length);
}
