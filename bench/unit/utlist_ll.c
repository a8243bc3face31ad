/* utlist.h, singly linked lists (LL_*). Functions whose name ends in _ok are ours, the others call
 * what is tested. */
#include <assert.h>
#include <raddle.h>
#include <stddef.h>
#include <utlist.h>

struct node {
  int value;
  struct node *next;
};

struct list {
  struct node *head;
};

#define LONGEST 8

/* NULL after at most LONGEST nodes. */
static void check_ok(int is_right) { raddle_assert(is_right); }

static int chain_ok(const struct node *n) {
  for (int i = 0; i < LONGEST; i++, n = n->next)
    if (!n) return 1;
  return 0;
}

static int list_ok(const struct list *list) { return list && chain_ok(list->head); }

static int inside_ok(const struct list *list, const struct node *node) {
  for (const struct node *n = list->head; n; n = n->next)
    if (n == node) return 1;
  return 0;
}

static int apart_ok(const struct list *list, const struct node *node) {
  return node && !inside_ok(list, node);
}

static int sorted_ok(const struct list *list) {
  for (const struct node *n = list->head; n && n->next; n = n->next)
    if (n->value > n->next->value) return 0;
  return 1;
}

static int disjoint_ok(const struct list *list, const struct list *other) {
  if (!list_ok(other)) return 0;
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

void ll_prepend(struct list *list, struct node *add) {
  raddle_assume(apart_ok(list, add));
  LL_PREPEND(list->head, add);
  check_ok(list->head == add);
}

void ll_append(struct list *list, struct node *add) {
  raddle_assume(apart_ok(list, add));
  LL_APPEND(list->head, add);
  check_ok(inside_ok(list, add));
}

void ll_concat(struct list *list, struct list *other) {
  raddle_assume(disjoint_ok(list, other));
  LL_CONCAT(list->head, other->head);
}

/* infeasible ll_insert_inorder 2: assertions of LL_APPEND_ELEM: there is a head, and a node to add */
/* infeasible ll_insert_inorder 1: LL_LOWER_BOUND asks again whether there is a head */
void ll_insert_inorder(struct list *list, struct node *add) {
  raddle_assume(apart_ok(list, add));
  raddle_assume(sorted_ok(list));
  LL_INSERT_INORDER(list->head, add, by_value_ok);
  check_ok(sorted_ok(list));
}

struct node *ll_lower_bound(struct list *list, struct node *like) {
  struct node *found;
  raddle_assume(like != NULL);
  LL_LOWER_BOUND(list->head, found, like, by_value_ok);
  return found;
}

void ll_delete(struct list *list, struct node *del) {
  raddle_assume(list->head != NULL);
  raddle_assume(del != NULL);
  LL_DELETE(list->head, del);
  check_ok(!inside_ok(list, del));
}

int ll_count(struct list *list) {
  struct node *n;
  int count;
  LL_COUNT(list->head, n, count);
  check_ok(count == length_ok(list));
  return count;
}

int ll_foreach_safe(struct list *list) {
  struct node *n, *next;
  int sum = 0;
  LL_FOREACH_SAFE(list->head, n, next) sum++;
  return sum;
}

struct node *ll_search_scalar(struct list *list, int value) {
  struct node *found;
  LL_SEARCH_SCALAR(list->head, found, value, value);
  return found;
}

struct node *ll_search(struct list *list, struct node *like) {
  struct node *found;
  raddle_assume(like != NULL);
  LL_SEARCH(list->head, found, like, by_value_ok);
  return found;
}

/* infeasible ll_replace_elem 3: assertions of LL_REPLACE_ELEM: no argument is NULL */
void ll_replace_elem(struct list *list, struct node *el, struct node *add) {
  raddle_assume(list->head != NULL);
  raddle_assume(el != NULL);
  raddle_assume(apart_ok(list, add));
  LL_REPLACE_ELEM(list->head, el, add);
}

/* infeasible ll_prepend_elem 2: assertions of LL_PREPEND_ELEM: there is a head, and a node to add */
/* infeasible ll_prepend_elem 1: LL_APPEND: the list is not empty here */
void ll_prepend_elem(struct list *list, struct node *el, struct node *add) {
  raddle_assume(list->head != NULL);
  raddle_assume(apart_ok(list, add));
  raddle_assume(el != add);
  LL_PREPEND_ELEM(list->head, el, add);
}

/* infeasible ll_append_elem 2: assertions of LL_APPEND_ELEM: there is a head, and a node to add */
void ll_append_elem(struct list *list, struct node *el, struct node *add) {
  raddle_assume(list->head != NULL);
  raddle_assume(apart_ok(list, add));
  raddle_assume(el != add);
  LL_APPEND_ELEM(list->head, el, add);
}

/* infeasible ll_sort 1: LL_SORT: a list that is not empty has a tail after a merge */
void ll_sort(struct list *list) {
  int length = length_ok(list);
  LL_SORT(list->head, by_value_ok);
  check_ok(sorted_ok(list));
  check_ok(length_ok(list) == length);
}
