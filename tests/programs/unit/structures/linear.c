/* Section 7.1's linear expressions, in our own words: a sum that is a constant is NULL, and what was made for it leaks. */
#include "size.h"
#include <stdlib.h>

enum { TERMS = 4 };
struct linear {
  int count, constant;
  struct term {
    int variable, factor;
  } term[TERMS];
};

struct linear *linear_create(int variable) {
  struct linear *l = calloc(1, sizeof *l);
  l->count = 1;
  l->term[0] = (struct term){variable, 1};
  return l;
}

void linear_negate(struct linear *l) {
  l->constant = -l->constant;
  for (int i = 0; i < l->count; i++) l->term[i].factor = -l->term[i].factor;
}

static void add_term(struct linear *to, struct term t) {
  for (int i = 0; i < to->count; i++) {
    if (to->term[i].variable != t.variable) continue;
    to->term[i].factor += t.factor;
    if (!to->term[i].factor) to->term[i] = to->term[--to->count];
    return;
  }
  if (to->count < TERMS) to->term[to->count++] = t;
}

struct linear *linear_add(const struct linear *a, const struct linear *b) {
  if (!a || !b) return NULL;
  struct linear *sum = malloc(sizeof *sum);
  *sum = *a;
  sum->constant += b->constant;
  for (int i = 0; i < b->count; i++) add_term(sum, b->term[i]);
  if (sum->count == 0) {
#if BROKEN == 0
    free(sum);
#endif
    return NULL;
  }
  return sum;
}

void linear_free(struct linear *l) { free(l); }
