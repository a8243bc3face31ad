/* sys/tree.h (libbsd-dev): a red-black tree and a splay tree. */
#include <bsd/sys/tree.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
  int key;
  RB_ENTRY(node) rb;
  SPLAY_ENTRY(node) splay;
};
static int compare(struct node *a, struct node *b) { return (a->key > b->key) - (a->key < b->key); }
static RB_HEAD(rbtree, node) tree = RB_INITIALIZER(&tree);
RB_PROTOTYPE(rbtree, node, rb, compare)
RB_GENERATE(rbtree, node, rb, compare)
static SPLAY_HEAD(splaytree, node) splay = SPLAY_INITIALIZER(&splay);
SPLAY_PROTOTYPE(splaytree, node, splay, compare)
SPLAY_GENERATE(splaytree, node, splay, compare)

static int height(struct node *n) {
  if (!n) return 0;
  int l = height(RB_LEFT(n, rb)), r = height(RB_RIGHT(n, rb));
  return 1 + (l > r ? l : r);
}

int main(void) {
  static struct node nodes[200];
  unsigned seed = 7;
  for (int i = 0; i < 200; i++) {
    nodes[i].key = (int)((seed = seed * 69069 + 1) >> 20);
    RB_INSERT(rbtree, &tree, &nodes[i]);
    SPLAY_INSERT(splaytree, &splay, &nodes[i]);
  }
  for (int i = 0; i < 200; i += 3) {
    if (RB_FIND(rbtree, &tree, &nodes[i]) == &nodes[i]) RB_REMOVE(rbtree, &tree, &nodes[i]);
    if (SPLAY_FIND(splaytree, &splay, &nodes[i]) == &nodes[i]) SPLAY_REMOVE(splaytree, &splay, &nodes[i]);
  }
  struct node *n;
  int count = 0, last = -1, ordered = 1;
  RB_FOREACH(n, rbtree, &tree) {
    ordered &= n->key > last;
    last = n->key;
    if (count++ % 10 == 0) printf("%d ", n->key);
  }
  printf("\n%d nodes, ordered %d, height %d\n", count, ordered, height(RB_ROOT(&tree)));
  long sum = 0;
  SPLAY_FOREACH(n, splaytree, &splay) sum = sum * 31 + n->key;
  printf("%ld root %d\n", sum, SPLAY_ROOT(&splay)->key);
  return 0;
}
