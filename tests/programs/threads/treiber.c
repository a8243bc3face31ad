/* A lock-free stack that frees what it pops. One thread looks at the top node, the other pops and frees it: the first
 * then reads freed memory. If the freed node comes back from malloc and is pushed again meanwhile, the first thread's
 * compare-exchange succeeds though the stack below has changed (ABA), and a node that was popped is on the stack again. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};
static _Atomic(struct node *) top;
static atomic_bool is_taken[4];

static void push(int value) {
  struct node *n = malloc(sizeof *n);
  n->value = value;
  n->next = atomic_load(&top);
  while (!atomic_compare_exchange_strong(&top, &n->next, n)) {}
}

static struct node *pop(void) {
  struct node *n = atomic_load(&top), *next;
  do {
    if (!n) return NULL;
    next = n->next; // BUG: use-after-free in pop
  } while (!atomic_compare_exchange_strong(&top, &n, next));
  return n;
}

static void take(struct node *n) {
  assert(!atomic_exchange(&is_taken[n->value], true)); // BUG: assert in take
}

static void *popper(void *arg) {
  struct node *n = pop();
  if (n) take(n);
  return arg;
}

static void *changer(void *arg) {
  struct node *a = pop(), *b = pop();
  if (a) take(a);
  if (b) take(b);
  free(a);
  push(3);
  return arg;
}

int main(void) {
  pthread_t t, u;
  push(0);
  push(1);
  push(2);
  pthread_create(&t, NULL, popper, NULL);
  pthread_create(&u, NULL, changer, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  for (struct node *n = pop(); n; n = pop()) take(n);
  return 0;
}
