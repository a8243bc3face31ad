/* sys/queue.h (libbsd-dev): all four kinds of list. */
#include <bsd/sys/queue.h>
#include <stdio.h>
#include <stdlib.h>

struct item {
  int value;
  SLIST_ENTRY(item) s;
  LIST_ENTRY(item) l;
  STAILQ_ENTRY(item) q;
  TAILQ_ENTRY(item) t;
};

int main(void) {
  SLIST_HEAD(, item) stack = SLIST_HEAD_INITIALIZER(stack);
  LIST_HEAD(, item) list = LIST_HEAD_INITIALIZER(list);
  STAILQ_HEAD(, item) queue = STAILQ_HEAD_INITIALIZER(queue);
  TAILQ_HEAD(tailhead, item) deque = TAILQ_HEAD_INITIALIZER(deque);
  struct item *items[10], *it;
  for (int i = 0; i < 10; i++) {
    it = items[i] = malloc(sizeof *it);
    it->value = i * i;
    SLIST_INSERT_HEAD(&stack, it, s);
    if (i == 0)
      LIST_INSERT_HEAD(&list, it, l);
    else
      LIST_INSERT_AFTER(items[i / 2], it, l);
    STAILQ_INSERT_TAIL(&queue, it, q);
    if (i % 2)
      TAILQ_INSERT_HEAD(&deque, it, t);
    else
      TAILQ_INSERT_TAIL(&deque, it, t);
  }
  LIST_REMOVE(items[4], l);
  TAILQ_REMOVE(&deque, items[5], t);
  STAILQ_REMOVE_HEAD(&queue, q);
  SLIST_FOREACH(it, &stack, s) printf("%d ", it->value);
  puts("");
  LIST_FOREACH(it, &list, l) printf("%d ", it->value);
  puts("");
  STAILQ_FOREACH(it, &queue, q) printf("%d ", it->value);
  puts("");
  TAILQ_FOREACH_REVERSE(it, &deque, tailhead, t) printf("%d ", it->value);
  puts("");
  for (int i = 0; i < 10; i++) free(items[i]);
  return 0;
}
