/* A tree of three nodes with their keys in order: the objects are all different. */
#include <assert.h>
#include <cute.h>

struct node {
  long key;
  struct node *left, *right;
};

int main(void) {
  struct node *root;
  CUTE_input(root);
  if (!root || root->key != 20) return 0;
  struct node *low = root->left, *high = root->right;
  if (!low || !high || low == root || high == root || low == high) return 0;
  if (low->key == 10 && high->key == 30 && !low->left && !high->right)
    assert(low->right == high); // BUG: assert in main
  return 0;
}
