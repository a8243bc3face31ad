/* A list read without locks, as in read-copy-update: a writer replaces or removes a node (an input says which), waits
 * until nobody who may have seen it still reads, and frees it. Three readers look for a key, which is an input too.
 * BROKEN 1: the writer does not wait. 2: a reader says that it reads after it has begun to. */
#include <assert.h>
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include "../dpor/crew.h"

#ifndef BROKEN
#define BROKEN 0
#endif

enum { READERS = 3 };
struct node {
  int key, value;
  _Atomic(struct node *) next;
};
static _Atomic(struct node *) head;
static atomic_bool reads[READERS];

static struct node *make(int key, int value, struct node *next) {
  struct node *n = malloc(sizeof *n);
  n->key = key;
  n->value = value;
  atomic_store(&n->next, next);
  return n;
}

static int find(long me, int key) {
#if BROKEN == 2
  struct node *n = atomic_load(&head);
  atomic_store(&reads[me], true);
#else
  atomic_store(&reads[me], true);
  struct node *n = atomic_load(&head);
#endif
  while (n && n->key != key) n = atomic_load(&n->next); // BUG: use-after-free in find
  int value = n ? n->value : 0;                         // BUG: use-after-free in find
  atomic_store(&reads[me], false);
  return value;
}

static void wait_for_readers(void) {
#if BROKEN != 1
  for (int i = 0; i < READERS; i++)
    while (atomic_load(&reads[i])) {}
#endif
}

/* The first node is removed, or replaced by one with another value. */
static void change(bool is_removed) {
  struct node *old = atomic_load(&head), *next = atomic_load(&old->next);
  atomic_store(&head, is_removed ? next : make(old->key, 11, next));
  wait_for_readers();
  free(old);
}

static void *work(void *argument) {
  long me = (long)argument;
  if (me == READERS) {
    if (raddle_bool("is_removed"))
      change(true);
    else
      change(false);
    return 0;
  }
  int key = raddle_choose(2) + 1, value = find(me, key);
  assert(key == 1 ? value == 10 || value == 11 || !value : value == 20);
  return 0;
}

int main(void) {
  atomic_store(&head, make(1, 10, make(2, 20, NULL)));
  crew(READERS + 1, work);
}
