/* Insertion of n symbolic keys into a binary search tree, equal keys found: as many paths as weak orders of n keys
 * (13 for 3, 75 for 4). */
#define DOMAIN -3, -1, 0, 1, 4
#include "br.h"

struct node {
  int key;
  struct node *left, *right;
};

static struct node *insert(struct node *n, int key) {
  if (!n) {
    n = calloc(1, sizeof *n);
    n->key = key;
  } else if (BR(key < n->key)) {
    n->left = insert(n->left, key);
  } else if (BR(key > n->key)) {
    n->right = insert(n->right, key);
  }
  return n;
}

static void drop(struct node *n) {
  if (!n) return;
  drop(n->left);
  drop(n->right);
  free(n);
}

static void program(void) {
  struct node *root = NULL;
  for (int i = 0; i < size; i++) root = insert(root, INPUT(int, "key"));
  drop(root);
}
