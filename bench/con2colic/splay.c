/* Two threads use a splay tree (tree.h of libbsd), with a lock around each operation: insert, find, remove.
 *
 * There is no defect, so -DFIXED changes nothing: the sanity checks cannot fail. No inputs. Which branches of the tree's operations are taken depends on what the other thread has
 * put into the tree meanwhile, and finding turns the tree, too. */
#include <assert.h>
#include <bsd/sys/tree.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct node {
  SPLAY_ENTRY(node) links;
  int key; /* never changes */
};

static int compare(struct node *a, struct node *b) { return a->key < b->key ? -1 : a->key > b->key; }

SPLAY_HEAD(tree, node);
SPLAY_PROTOTYPE(tree, node, links, compare)
SPLAY_GENERATE(tree, node, links, compare)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct tree tree = SPLAY_INITIALIZER(&tree);
static struct node nodes[] = {{.key = 10}, {.key = 20}, {.key = 30}};

static bool insert(struct node *n) {
  pthread_mutex_lock(&lock);
  bool is_new = !SPLAY_INSERT(tree, &tree, n);
  pthread_mutex_unlock(&lock);
  return is_new;
}

static bool find(int key) {
  struct node wanted = {.key = key};
  pthread_mutex_lock(&lock);
  struct node *n = SPLAY_FIND(tree, &tree, &wanted);
  pthread_mutex_unlock(&lock);
  return n != NULL;
}

static bool take_out(struct node *n) {
  pthread_mutex_lock(&lock);
  bool was_there = SPLAY_REMOVE(tree, &tree, n) != NULL;
  pthread_mutex_unlock(&lock);
  return was_there;
}

static void *grow_and_shrink(void *unused) {
  bool is_new = insert(&nodes[1]);
  assert(is_new);
  find(nodes[2].key);
  bool was_there = take_out(&nodes[1]);
  assert(was_there);
  return unused;
}

static void *grow(void *unused) {
  bool is_new = insert(&nodes[2]);
  assert(is_new);
  bool is_there = find(nodes[2].key);
  assert(is_there);
  return unused;
}

int main(void) {
  pthread_t one, two;
  insert(&nodes[0]);
  pthread_create(&one, NULL, grow_and_shrink, NULL);
  pthread_create(&two, NULL, grow, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
