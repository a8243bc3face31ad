/* Distributed sorting of a list (Khurshid, Pasareanu and Visser 2003): a thread for each pair of neighbours exchanges their values until
 * a round of everybody changes nothing; here is one round. Known error: the values are compared without the nodes' locks, which are held for the exchange
 * only. The list and its values are inputs; three nodes. */
#include <pthread.h>
#include <raddle.h>
#include <stddef.h>

struct node {
  int value;
  struct node *next;
  pthread_mutex_t lock;
};
static struct node *list;

static void exchange(struct node *p) {
  if (p->value <= p->next->value) return; /* BUG: not under the locks */
  pthread_mutex_lock(&p->lock);
  pthread_mutex_lock(&p->next->lock);
  int value = p->value;
  p->value = p->next->value, p->next->value = value;
  pthread_mutex_unlock(&p->next->lock);
  pthread_mutex_unlock(&p->lock);
}

static void *first(void *unused) {
  exchange(list);
  return unused;
}

static void *second(void *unused) {
  exchange(list->next);
  return unused;
}

int main(void) {
  pthread_t a, b;
  raddle_symbolic(&list, sizeof list, "list");
  raddle_assume(list && list->next && list->next->next && !list->next->next->next);
  raddle_assume(list != list->next && list != list->next->next && list->next != list->next->next);
  raddle_settle();
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
