/* A lock-free stack that is only pushed to, and emptied when all threads are done. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};
static _Atomic(struct node *) top;

static void push(int value) {
  struct node *n = malloc(sizeof *n);
  n->value = value;
  n->next = atomic_load(&top);
  while (!atomic_compare_exchange_weak(&top, &n->next, n)) {}
}

static void *pusher(void *arg) {
  push(*(const int *)arg);
  push(*(const int *)arg);
  return NULL;
}

int main(void) {
  pthread_t t[3];
  int value[3] = {1, 10, 100}, sum = 0;
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, pusher, &value[i]);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  for (struct node *n = atomic_load(&top); n;) {
    struct node *next = n->next;
    sum += n->value;
    free(n);
    n = next;
  }
  assert(sum == 222);
  return 0;
}
