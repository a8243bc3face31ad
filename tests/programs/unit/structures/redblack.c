/* Red-black trees, with insertion and deletion that mend the colours on the way back. */
#include "shape.h"
#include <limits.h>
#include <stddef.h>

struct node {
  int key;
  _Bool is_red;
  struct node *link[2];
};

static int is_red(const struct node *t) { return t && t->is_red; }

/* How many black nodes are on each way down, and one; 0: this is no such tree. */
static int black_height(const struct node *t, long low, long high, int *room) {
  if (!t) return 1;
  if ((*room)-- == 0) return 0;
  if (t->key <= low || t->key >= high) return 0;
  int left = black_height(t->link[0], low, t->key, room);
  if (!left || (t->is_red && is_red(t->link[0]))) return 0;
  int right = black_height(t->link[1], t->key, high, room);
  if (left != right || (t->is_red && is_red(t->link[1]))) return 0;
  return left + !t->is_red;
}

static int is_ok(const struct node *t, int room) {
  return !is_red(t) && black_height(t, LONG_MIN, LONG_MAX, &room) > 0;
}

int tree_is_small(const struct node *t) { return is_ok(t, NODES); }
int tree_ok(const struct node *t) { return is_ok(t, NODES + 1); }

static void put(const struct node *t) {
  if (!t) {
    shape_put('.');
    return;
  }
  if (t->is_red)
    shape_put('r');
  else
    shape_put('b');
  put(t->link[0]);
  put(t->link[1]);
}

void shape(const struct node *t) {
  put(t);
  shape_exit();
}

/* The node goes down on this side. */
static struct node *rotate(struct node *t, int side) {
  struct node *top = t->link[!side];
  t->link[!side] = top->link[side];
  top->link[side] = t;
  t->is_red = 1;
  top->is_red = 0;
  return top;
}

static struct node *rotate_twice(struct node *t, int side) {
  t->link[!side] = rotate(t->link[!side], !side);
  return rotate(t, side);
}

int tree_search(const struct node *t, int key) {
#if BROKEN == 1
  while (t && t->key != key && !t->is_red) t = t->link[t->key < key];
#else
  while (t && t->key != key) t = t->link[t->key < key];
#endif
  return t != NULL;
}

static struct node *mend(struct node *t, int side) {
  if (!is_red(t->link[side])) return t;
  if (is_red(t->link[!side])) {
    int is_wrong = is_red(t->link[side]->link[0]) || is_red(t->link[side]->link[1]);
    if (!is_wrong) return t;
    t->is_red = 1;
    t->link[0]->is_red = t->link[1]->is_red = 0;
    return t;
  }
  if (is_red(t->link[side]->link[side])) return rotate(t, !side);
#if BROKEN == 2
  if (is_red(t->link[side]->link[!side])) return rotate(t, !side);
#endif
  if (is_red(t->link[side]->link[!side])) return rotate_twice(t, !side);
  return t;
}

static struct node *insert(struct node *t, int key) {
  if (!t) {
    t = calloc(1, sizeof *t);
    t->key = key;
    t->is_red = 1;
    return t;
  }
  if (t->key == key) return t;
  int side = t->key < key;
  t->link[side] = insert(t->link[side], key);
  return mend(t, side);
}

struct node *tree_insert(struct node *t, int key) {
  t = insert(t, key);
  t->is_red = 0;
  return t;
}

/* On this side a black node is missing. */
static struct node *refill(struct node *t, int side, int *is_done) {
  struct node *parent = t, *other = t->link[!side];
  if (is_red(other)) {
    t = rotate(t, side);
    other = parent->link[!side];
  }
  if (!other) return t;
  if (!is_red(other->link[0]) && !is_red(other->link[1])) {
    *is_done = is_red(parent);
    parent->is_red = 0;
    other->is_red = 1;
    return t;
  }
  int was_red = parent->is_red, was_top = t == parent;
  parent = is_red(other->link[!side]) ? rotate(parent, side) : rotate_twice(parent, side);
  parent->is_red = was_red;
  parent->link[0]->is_red = parent->link[1]->is_red = 0;
  *is_done = 1;
  if (was_top) return parent;
  t->link[side] = parent;
  return t;
}

/* What is left of a tree whose top has one child or none. */
static struct node *take_out(struct node *t, int *is_done) {
  struct node *child = t->link[!t->link[0]];
#if BROKEN == 3
  *is_done = 1;
#else
  *is_done = is_red(t) || is_red(child);
#endif
  if (is_red(child)) child->is_red = 0;
  free(t);
  return child;
}

static struct node *take(struct node *t, int key, int *is_done) {
  if (!t) {
    *is_done = 1;
    return NULL;
  }
  if (t->key == key) {
    if (!t->link[0] || !t->link[1]) return take_out(t, is_done);
    struct node *next = t->link[0];
    while (next->link[1]) next = next->link[1];
    key = t->key = next->key;
    t->link[0] = take(t->link[0], key, is_done);
    return *is_done ? t : refill(t, 0, is_done);
  }
  int side = t->key < key;
  t->link[side] = take(t->link[side], key, is_done);
  return *is_done ? t : refill(t, side, is_done);
}

struct node *tree_delete(struct node *t, int key) {
  int is_done = 0;
  t = take(t, key, &is_done);
  if (t) t->is_red = 0;
  return t;
}

static int size(const struct node *t) { return t ? size(t->link[0]) + 1 + size(t->link[1]) : 0; }

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
