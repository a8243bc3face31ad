/* Which pointer is followed depends on numbers. */
#include <raddle.h>
#include <stddef.h>
#include <stdlib.h>

struct node {
  unsigned key;
};
struct table {
  struct node *bucket[3];
};

/* NULL; the bucket is empty, whichever it is; three buckets, each with the key or without it. */
int by_remainder(struct table *t, unsigned key) {
  if (!t) return 0;
  struct node *n = t->bucket[key % 3];
  if (!n) return 1;
  if (n->key == key) return 2;
  return 3;
}

/* 7 or not; NULL. */
int null_among_them(unsigned key) {
  struct node *some[2] = {malloc(sizeof *some[0]), NULL};
  some[0]->key = key;
  struct node *n = some[raddle_choose(2)];
  if (n->key == 7) return 1; // BUG: null-deref in null_among_them
  return 0;
}

struct large {
  int value[20];
};

/* Three that are copied, the last of them NULL, and two that are freed after the first. */
int copy_and_free(void) {
  struct large *some[3] = {calloc(1, sizeof *some[0]), calloc(1, sizeof *some[0]), NULL}, own;
  some[1]->value[3] = 7;
  own = *some[raddle_choose(3)]; // BUG: null-deref in copy_and_free
  if (own.value[3] == 7) return 1;
  free(some[raddle_choose(2)]);
  return 0;
}
