/* Binary trees without keys. */
#include "shape.h"
#include <stddef.h>

struct node {
  struct node *left, *right;
};

static int visit(const struct node *t, const struct node **seen, int *count, int limit) {
  if (!t) return 1;
  for (int i = 0; i < *count; i++)
    if (seen[i] == t) return 0;
  if (*count == limit) return 0;
  seen[(*count)++] = t;
  return visit(t->left, seen, count, limit) && visit(t->right, seen, count, limit);
}

static int is_ok(const struct node *t, int limit) {
  const struct node *seen[NODES + 1];
  int count = 0;
  return visit(t, seen, &count, limit);
}

int tree_is_small(const struct node *t) { return is_ok(t, NODES); }
int tree_ok(const struct node *t) { return is_ok(t, NODES + 1); }

static void put(const struct node *t) {
  shape_put(t ? 'o' : '.');
  if (!t) return;
  put(t->left);
  put(t->right);
}

void shape(const struct node *t) {
  put(t);
  shape_exit();
}

/* A new leaf as far on the left as there is room. */
struct node *tree_insert(struct node *t) {
  if (!t) return calloc(1, sizeof *t);
  t->left = tree_insert(t->left);
  return t;
}

int inserted_ok(const struct node *t, const struct node *result) {
  const struct node *at = result;
  if (t && result != t) return 0;
  while (at && at->left) at = at->left;
  return at && !at->right && tree_ok(result);
}

/* Without its leftmost node. */
struct node *tree_delete(struct node *t) {
  if (!t) return NULL;
  if (!t->left) {
    struct node *right = t->right;
    free(t);
#if BROKEN == 1
    return NULL;
#endif
    return right;
  }
  t->left = tree_delete(t->left);
  return t;
}

int tree_size(const struct node *t) {
#if BROKEN == 2
  return t ? tree_size(t->left) + tree_size(t->right->left) + 1 : 0;
#endif
  return t ? tree_size(t->left) + tree_size(t->right) + 1 : 0;
}

struct node *tree_mirror(struct node *t) {
  if (!t) return NULL;
  struct node *left = tree_mirror(t->left);
  t->left = tree_mirror(t->right);
#if BROKEN == 3
  t->right = t->left;
#else
  t->right = left;
#endif
  return t;
}

int result_ok(const struct node *result) { return tree_ok(result); }

/* What delete takes away is one node. */
void delete_one(struct node *t) {
  int before = tree_size(t);
  t = tree_delete(t);
  if (tree_size(t) != before - (before > 0) || !tree_ok(t)) abort();
}

int tree_search(const struct node *t, const struct node *what) {
  if (!t) return 0;
  return t == what || tree_search(t->left, what) || tree_search(t->right, what);
}
