/* sys/tree.h, red-black trees (RB_*). Functions whose name ends in _ok are ours.
 *
 * Searches run on every tree that the arguments can point to; insertion and removal also on larger
 * trees, made by insertions as a program makes them. */
#include <bsd/sys/tree.h>
#include <raddle.h>
#include <stddef.h>
#include <stdlib.h>

struct node {
  RB_ENTRY(node) link;
  int key;
};

RB_HEAD(tree, node);

static void check_ok(int is_right) { raddle_assert(is_right); }

static int by_key_ok(const struct node *a, const struct node *b) {
  return (a->key > b->key) - (a->key < b->key);
}

static void tree_RB_INSERT_COLOR(struct tree *, struct node *);
static void tree_RB_REMOVE_COLOR(struct tree *, struct node *, struct node *);
static struct node *tree_RB_REMOVE(struct tree *, struct node *);
static struct node *tree_RB_INSERT(struct tree *, struct node *);
static struct node *tree_RB_FIND(struct tree *, struct node *);
static struct node *tree_RB_NFIND(struct tree *, struct node *);
static struct node *tree_RB_NEXT(struct node *);
static struct node *tree_RB_PREV(struct node *);
static struct node *tree_RB_MINMAX(struct tree *, int);
RB_GENERATE(tree, node, link, by_key_ok)

struct range {
  const struct node *above, *below;
};

/* The number of black nodes on each way down; -1: it is not a red-black tree. */
static int height_ok(const struct node *n, const struct node *parent, struct range r) {
  if (!n) return 0;
  if (n->link.rbe_parent != parent) return -1;
  if (n->link.rbe_color != RB_BLACK && n->link.rbe_color != RB_RED) return -1;
  int is_red = n->link.rbe_color == RB_RED;
  if (is_red && (!parent || parent->link.rbe_color == RB_RED)) return -1;
  if ((r.above && n->key <= r.above->key) || (r.below && n->key >= r.below->key)) return -1;
  int left = height_ok(n->link.rbe_left, n, (struct range){r.above, n});
  if (left < 0) return -1;
  int right = height_ok(n->link.rbe_right, n, (struct range){n, r.below});
  return left == right ? left + !is_red : -1;
}

static int tree_ok(const struct tree *tree) {
  return tree && height_ok(tree->rbh_root, NULL, (struct range){NULL, NULL}) >= 0;
}

static int below_ok(const struct node *n, const struct node *node) {
  return n && (n == node || below_ok(n->link.rbe_left, node) || below_ok(n->link.rbe_right, node));
}

static int inside_ok(const struct tree *tree, const struct node *node) {
  return below_ok(tree->rbh_root, node);
}

static int apart_ok(const struct tree *tree, const struct node *node) {
  return node && !inside_ok(tree, node);
}

struct node *rb_insert_any(struct tree *tree, struct node *node) {
  raddle_assume(apart_ok(tree, node));
  return RB_INSERT(tree, tree, node);
}

void rb_remove_any(struct tree *tree, struct node *node) {
  raddle_assume(inside_ok(tree, node));
  RB_REMOVE(tree, tree, node);
  check_ok(!inside_ok(tree, node));
}

static struct node *node_ok(int key) {
  struct node *n = calloc(1, sizeof *n);
  n->key = key;
  return n;
}

#define MOST 6

struct keys {
  unsigned char count, at[MOST];
};

/* Keys in any order, each inserted once. */
void rb_insert(struct keys keys) {
  struct tree tree = {NULL};
  raddle_assume(keys.count <= MOST);
  for (unsigned i = 0; i < keys.count; i++) RB_INSERT(tree, &tree, node_ok(keys.at[i]));
  check_ok(tree_ok(&tree));
}

struct removal {
  unsigned char count, key[3];
  _Bool descends;
};

static struct node *find_ok(struct tree *tree, int key) {
  struct node like = {.key = key};
  return RB_FIND(tree, tree, &like);
}

/* What three removals make of the tree of 1 to count. */
void rb_remove(struct removal r) {
  struct tree tree = {NULL};
  int sign = r.descends ? -1 : 1;
  raddle_assume(r.count <= 12);
  for (int i = 1; i <= r.count; i++) RB_INSERT(tree, &tree, node_ok(sign * i));
  for (unsigned i = 0; i < 3; i++) {
    struct node *found = find_ok(&tree, sign * r.key[i]);
    if (!found) return;
    RB_REMOVE(tree, &tree, found);
    check_ok(!inside_ok(&tree, found) && tree_ok(&tree));
  }
}

struct node *rb_find(struct tree *tree, struct node *like) {
  raddle_assume(apart_ok(tree, like));
  return RB_FIND(tree, tree, like);
}

struct node *rb_nfind(struct tree *tree, struct node *like) {
  raddle_assume(apart_ok(tree, like));
  return RB_NFIND(tree, tree, like);
}

struct node *rb_next(struct tree *tree, struct node *node) {
  raddle_assume(inside_ok(tree, node));
  return RB_NEXT(tree, tree, node);
}

struct node *rb_prev(struct tree *tree, struct node *node) {
  raddle_assume(inside_ok(tree, node));
  return RB_PREV(tree, tree, node);
}

struct node *rb_min(struct tree *tree) { return RB_MIN(tree, tree); }

struct node *rb_max(struct tree *tree) { return RB_MAX(tree, tree); }

int rb_foreach_safe(struct tree *tree) {
  struct node *n, *next;
  int sum = 0;
  RB_FOREACH_SAFE(n, tree, tree, next) sum++;
  return sum;
}

int rb_foreach_reverse(struct tree *tree) {
  struct node *n;
  int sum = 0;
  RB_FOREACH_REVERSE(n, tree, tree) sum++;
  return sum;
}
