/* Skip lists with two levels. */
#include "shape.h"
#include <stddef.h>

enum { LEVELS = 2 };
struct node {
  int key, level; /* 1 or 2: in how many lists the node is */
  struct node *next[LEVELS];
};
struct skip {
  struct node *first[LEVELS];
};

/* The upper list has the nodes of level 2, in the order of the lower one. */
static int is_ok(const struct skip *s, int room) {
  if (!s) return 0;
  const struct node *up = s->first[1], *before = NULL;
  for (const struct node *n = s->first[0]; n; before = n, n = n->next[0]) {
    if (room-- == 0) return 0;
    if (before && before->key >= n->key) return 0;
    if (n->level == 2) {
      if (up != n) return 0;
      up = n->next[1];
    } else if (n->level != 1 || n->next[1])
      return 0;
  }
  return !up;
}

int skip_is_small(const struct skip *s) { return is_ok(s, NODES); }
int skip_ok(const struct skip *s) { return is_ok(s, NODES + 1); }

void shape(const struct skip *s) {
  for (const struct node *n = s->first[0]; n; n = n->next[0]) {
    if (n->level == 2)
      shape_put('2');
    else
      shape_put('1');
  }
  shape_exit();
}

/* In each list, the pointer to the first node whose key is not less. */
static void find(struct skip *s, int key, struct node **at[LEVELS]) {
  struct node **list = s->first;
  for (int level = LEVELS; level--;) {
    while (list[level] && list[level]->key < key) list = list[level]->next;
    at[level] = &list[level];
#if BROKEN == 1
    if (level && !*at[level]) list = s->first;
    if (level && *at[level]) list = (*at[level])->next;
#endif
  }
}

int skip_search(struct skip *s, int key) {
  struct node **at[LEVELS];
  find(s, key, at);
  return *at[0] && (*at[0])->key == key;
}

void skip_insert(struct skip *s, int key, _Bool is_high) {
  struct node **at[LEVELS];
  find(s, key, at);
  if (*at[0] && (*at[0])->key == key) return;
  struct node *n = calloc(1, sizeof *n);
  n->key = key;
  n->level = is_high ? 2 : 1;
  for (int level = 0; level < n->level; level++) {
    n->next[level] = *at[level];
#if BROKEN == 2
    if (level) break;
#endif
    *at[level] = n;
  }
}

void skip_delete(struct skip *s, int key) {
  struct node **at[LEVELS];
  find(s, key, at);
  struct node *n = *at[0];
  if (!n || n->key != key) return;
#if BROKEN == 3
  *at[0] = n->next[0];
#else
  for (int level = 0; level < n->level; level++) *at[level] = n->next[level];
#endif
  free(n);
}

static int size(const struct skip *s) {
  int count = 0;
  for (const struct node *n = s->first[0]; n; n = n->next[0]) count++;
  return count;
}

/* Each operation, and what it is to do. */
void search_once(struct skip *s, int key) {
  int before = size(s), found = skip_search(s, key);
  skip_insert(s, key, 0);
  if (size(s) != before + !found || !skip_ok(s)) abort();
}

void insert_once(struct skip *s, int key, _Bool is_high) {
  skip_insert(s, key, is_high);
  if (!skip_ok(s) || !skip_search(s, key)) abort();
}

void delete_once(struct skip *s, int key) {
  int before = size(s), found = skip_search(s, key);
  skip_delete(s, key);
  if (!skip_ok(s) || skip_search(s, key) || size(s) != before - found) abort();
}
