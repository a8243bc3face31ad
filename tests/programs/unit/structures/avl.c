/* AVL trees. Each node has the height of its tree. */
#include "shape.h"
#include <limits.h>
#include <stddef.h>

struct node {
  int key, height;
  struct node *left, *right;
};

static int height(const struct node *t) { return t ? t->height : 0; }

static int is_between(const struct node *t, long low, long high, int *room) {
  if (!t) return 1;
  if ((*room)-- == 0) return 0;
  if (t->key <= low || t->key >= high) return 0;
  if (!is_between(t->left, low, t->key, room) || !is_between(t->right, t->key, high, room)) return 0;
  int left = height(t->left), right = height(t->right);
  if (left - right > 1 || right - left > 1) return 0;
  return t->height == (left > right ? left : right) + 1;
}

static int is_ok(const struct node *t, int room) { return is_between(t, LONG_MIN, LONG_MAX, &room); }

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

static void measure(struct node *t) {
  int left = height(t->left), right = height(t->right);
  t->height = (left > right ? left : right) + 1;
}

static struct node *rotate_right(struct node *t) {
  struct node *top = t->left;
  t->left = top->right;
  top->right = t;
  measure(t);
  measure(top);
  return top;
}

static struct node *rotate_left(struct node *t) {
  struct node *top = t->right;
  t->right = top->left;
  top->left = t;
#if BROKEN != 2
  measure(t);
#endif
  measure(top);
  return top;
}

static struct node *balance(struct node *t) {
  measure(t);
  int difference = height(t->left) - height(t->right);
  if (difference > 1) {
    if (height(t->left->left) < height(t->left->right)) t->left = rotate_left(t->left);
    return rotate_right(t);
  }
  if (difference < -1) {
#if BROKEN != 3
    if (height(t->right->right) < height(t->right->left)) t->right = rotate_right(t->right);
#endif
    return rotate_left(t);
  }
  return t;
}

int tree_search(const struct node *t, int key) {
  while (t) {
    if (t->key == key) return 1;
#if BROKEN == 1
    t = key < t->key ? t->left : t->right->right;
#else
    t = key < t->key ? t->left : t->right;
#endif
  }
  return 0;
}

struct node *tree_insert(struct node *t, int key) {
  if (!t) {
    t = calloc(1, sizeof *t);
    t->key = key;
    t->height = 1;
    return t;
  }
  if (key == t->key) return t;
  if (key < t->key)
    t->left = tree_insert(t->left, key);
  else
    t->right = tree_insert(t->right, key);
  return balance(t);
}

static struct node *delete_first(struct node *t, int *key) {
  if (!t->left) {
    struct node *right = t->right;
    *key = t->key;
    free(t);
    return right;
  }
  t->left = delete_first(t->left, key);
  return balance(t);
}

struct node *tree_delete(struct node *t, int key) {
  if (!t) return NULL;
  if (key < t->key)
    t->left = tree_delete(t->left, key);
  else if (key > t->key)
    t->right = tree_delete(t->right, key);
  else if (t->left && t->right)
    t->right = delete_first(t->right, &t->key);
  else {
    struct node *child = t->left ? t->left : t->right;
    free(t);
    return child;
  }
  return balance(t);
}

static int size(const struct node *t) { return t ? size(t->left) + 1 + size(t->right) : 0; }

/* Each operation, and what it is to do. */
void search_once(struct node *t, int key) {
  int before = size(t), found = tree_search(t, key);
  t = tree_insert(t, key);
  if (size(t) != before + !found) abort();
}

void insert_once(struct node *t, int key) {
  t = tree_insert(t, key);
  if (!tree_ok(t) || !tree_search(t, key)) abort();
}

void delete_once(struct node *t, int key) {
  int before = size(t), found = tree_search(t, key);
  t = tree_delete(t, key);
  if (!tree_ok(t) || tree_search(t, key) || size(t) != before - found) abort();
}
