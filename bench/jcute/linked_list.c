/* LinkedList of Table VI. Nodes go back to the heap when a list is cleared. */
#include <stdbool.h>
#include <stdlib.h>
struct item {
  int value;
  struct item *next;
};
struct store {
  int count;
  struct item *head;
};
static int store_size(struct store *s) { return s->count; }
static int store_at(struct store *s, int i) {
  struct item *p = s->head;
  while (i--) p = p->next;
  return p->value;
}
static bool store_add(struct store *s, int value) {
  struct item **end = &s->head, *p = malloc(sizeof *p);
  p->value = value, p->next = NULL;
  while (*end) end = &(*end)->next;
  *end = p, s->count++;
  return true;
}
static void store_clear(struct store *s) {
  for (struct item *p = s->head, *next; p; p = next) next = p->next, free(p);
  s->head = NULL, s->count = 0;
}
#include "collection.h"
