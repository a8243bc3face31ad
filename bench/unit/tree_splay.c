/* sys/tree.h, splay trees (SPLAY_*). Functions whose name ends in _ok are ours. */
#include <bsd/sys/tree.h>
#include <raddle.h>
#include <stddef.h>

struct node {
  SPLAY_ENTRY(node) link;
  int key;
};

SPLAY_HEAD(tree, node);

static int by_key_ok(const struct node *a, const struct node *b) {
  return (a->key > b->key) - (a->key < b->key);
}

static void tree_SPLAY(struct tree *, struct node *);
static void tree_SPLAY_MINMAX(struct tree *, int);
static struct node *tree_SPLAY_INSERT(struct tree *, struct node *);
static struct node *tree_SPLAY_REMOVE(struct tree *, struct node *);
/* infeasible tree_SPLAY 1: a comparison that is neither 0 nor negative is positive */
/* infeasible tree_SPLAY_MINMAX 3: its argument is -1 or 1, and asked for twice */
SPLAY_PROTOTYPE(tree, node, link, by_key_ok)
SPLAY_GENERATE(tree, node, link, by_key_ok)

static int sorted_ok(const struct node *n, const struct node *above, const struct node *below) {
  if (!n) return 1;
  if ((above && n->key <= above->key) || (below && n->key >= below->key)) return 0;
  return sorted_ok(n->link.spe_left, above, n) && sorted_ok(n->link.spe_right, n, below);
}

static int tree_ok(const struct tree *tree) { return tree && sorted_ok(tree->sph_root, NULL, NULL); }

static int below_ok(const struct node *n, const struct node *node) {
  return n && (n == node || below_ok(n->link.spe_left, node) || below_ok(n->link.spe_right, node));
}

static int inside_ok(const struct tree *tree, const struct node *node) {
  return below_ok(tree->sph_root, node);
}

static int apart_ok(const struct tree *tree, const struct node *node) {
  return node && !inside_ok(tree, node);
}

struct node *splay_insert(struct tree *tree, struct node *node) {
  raddle_assume(apart_ok(tree, node));
  return SPLAY_INSERT(tree, tree, node);
}

struct node *splay_remove(struct tree *tree, struct node *like) {
  raddle_assume(like != NULL);
  return SPLAY_REMOVE(tree, tree, like);
}

struct node *splay_find(struct tree *tree, struct node *like) {
  raddle_assume(like != NULL);
  return SPLAY_FIND(tree, tree, like);
}

struct node *splay_next(struct tree *tree, struct node *node) {
  raddle_assume(inside_ok(tree, node));
  return SPLAY_NEXT(tree, tree, node);
}

struct node *splay_min(struct tree *tree) { return SPLAY_MIN(tree, tree); }

struct node *splay_max(struct tree *tree) { return SPLAY_MAX(tree, tree); }

int splay_foreach(struct tree *tree) {
  struct node *n;
  int sum = 0;
  SPLAY_FOREACH(n, tree, tree) sum++;
  return sum;
}
