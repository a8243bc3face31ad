/* Threads that create threads: a tree of seven. Each node returns the size of its subtree. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int leaves;

static void *node(void *arg) {
  intptr_t depth = (intptr_t)arg, size = 1;
  if (depth == 0) {
    __atomic_fetch_add(&leaves, 1, __ATOMIC_RELAXED);
    return (void *)size;
  }
  pthread_t child[2];
  for (int i = 0; i < 2; i++) pthread_create(&child[i], NULL, node, (void *)(depth - 1));
  for (int i = 0; i < 2; i++) {
    void *result;
    pthread_join(child[i], &result);
    size += (intptr_t)result;
  }
  return (void *)size;
}

int main(void) {
  pthread_t root;
  void *size;
  pthread_create(&root, NULL, node, (void *)2);
  pthread_join(root, &size);
  assert((intptr_t)size == 7 && leaves == 4);
  return 0;
}
