/* Binary search trees. */
#include "shape.h"
#include <limits.h>
#include <stddef.h>

struct node {
  int key;
  struct node *left, *right;
};

/* Keys within their bounds: so no node comes up twice. */
static int is_between(const struct node *t, long low, long high, int *room) {
  if (!t) return 1;
  if ((*room)-- == 0) return 0;
  if (t->key <= low || t->key >= high) return 0;
  return is_between(t->left, low, t->key, room) && is_between(t->right, t->key, high, room);
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

int tree_search(const struct node *t, int key) {
#if BROKEN == 1
  while (t->key != key) t = key < t->key ? t->left : t->right;
#endif
  while (t && t->key != key) t = key < t->key ? t->left : t->right;
  return t != NULL;
}

struct node *tree_insert(struct node *t, int key) {
  struct node **at = &t;
#if BROKEN == 2
  while (*at && (*at)->key != key) at = key > (*at)->key ? &(*at)->left : &(*at)->right;
#else
  while (*at && (*at)->key != key) at = key < (*at)->key ? &(*at)->left : &(*at)->right;
#endif
  if (*at) return t;
  *at = calloc(1, sizeof **at);
  (*at)->key = key;
  return t;
}

struct node *tree_delete(struct node *t, int key) {
  struct node **at = &t;
  while (*at && (*at)->key != key) at = key < (*at)->key ? &(*at)->left : &(*at)->right;
  struct node *gone = *at;
  if (!gone) return t;
  if (gone->left && gone->right) {
    struct node **next = &gone->right;
    while ((*next)->left) next = &(*next)->left;
    gone->key = (*next)->key;
    at = next;
    gone = *next;
  }
#if BROKEN == 3
  *at = gone->left;
#else
  *at = gone->left ? gone->left : gone->right;
#endif
  free(gone);
  return t;
}

static int size(const struct node *t) { return t ? size(t->left) + 1 + size(t->right) : 0; }

/* Each operation, and what it is to do. */
void search_once(struct node *t, int key) {
  int before = size(t), found = tree_search(t, key);
  t = tree_insert(t, key);
  if (size(t) != before + !found || !tree_ok(t)) abort();
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
