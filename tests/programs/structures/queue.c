/* The queue of Michael and Scott (PODC 1996). Two threads, three operations each; inputs say which are to put and which
 * to get. Nothing is got twice, nothing is lost, and the items of one thread come out in order.
 * BROKEN 1: the new node is linked without looking whether somebody else was faster. 2: who gets an item frees the node
 * at once, though others may look at it. */
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

enum { OPERATIONS = 3, NOTHING = -1 };
struct node {
  int item;
  _Atomic(struct node *) next;
};
static _Atomic(struct node *) head, tail;
static bool is_put[2 * OPERATIONS], is_got[2 * OPERATIONS];

static struct node *make(int item) {
  struct node *n = malloc(sizeof *n);
  n->item = item;
  atomic_store(&n->next, NULL);
  return n;
}

static bool link_after(struct node *last, struct node *n) {
#if BROKEN == 1
  if (atomic_load(&last->next)) return false;
  atomic_store(&last->next, n);
  return true;
#else
  struct node *none = NULL;
  return atomic_compare_exchange_strong(&last->next, &none, n); // BUG: use-after-free in link_after
#endif
}

static void put(int item) {
  struct node *n = make(item), *last;
  for (;;) {
    last = atomic_load(&tail);
    if (link_after(last, n)) break;
    atomic_compare_exchange_strong(&tail, &last, atomic_load(&last->next)); // BUG: use-after-free in put
  }
  atomic_compare_exchange_strong(&tail, &last, n);
}

static int get(void) {
  for (;;) {
    struct node *first = atomic_load(&head), *last = atomic_load(&tail);
    struct node *next = atomic_load(&first->next); // BUG: use-after-free in get
    if (!next) return NOTHING;
    if (first == last) {
      atomic_compare_exchange_strong(&tail, &last, next);
      continue;
    }
    int item = next->item; // BUG: use-after-free in get
    if (!atomic_compare_exchange_strong(&head, &first, next)) continue;
#if BROKEN == 2
    free(first);
#endif
    return item;
  }
}

static int got[2][OPERATIONS];

static void *work(void *argument) {
  long me = (long)argument;
  for (int i = 0; i < OPERATIONS; i++) {
    got[me][i] = NOTHING;
    if (raddle_bool("puts")) {
      is_put[OPERATIONS * me + i] = true;
      put((int)(OPERATIONS * me + i));
    } else
      got[me][i] = get();
  }
  return 0;
}

static void take(int item) {
  assert(is_put[item] && !is_got[item]); // BUG: assert in take
  is_got[item] = true;
}

/* Who gets several items of one thread gets them in the order in which they were put. */
static void check_order(const int *items) {
  for (int i = 0; i < OPERATIONS; i++)
    for (int k = 0; k < i; k++)
      if (items[k] != NOTHING && items[i] != NOTHING && items[k] / OPERATIONS == items[i] / OPERATIONS)
        assert(items[k] < items[i]);
}

int main(void) {
  struct node *first = make(NOTHING);
  atomic_store(&head, first);
  atomic_store(&tail, first);
  crew(2, work);
  for (int t = 0; t < 2; t++) check_order(got[t]);
  for (int i = 0; i < OPERATIONS; i++)
    for (int t = 0; t < 2; t++)
      if (got[t][i] != NOTHING) take(got[t][i]);
  for (int item; (item = get()) != NOTHING;) take(item);
  for (int i = 0; i < 2 * OPERATIONS; i++) assert(is_put[i] == is_got[i]); // BUG: assert in main
}
