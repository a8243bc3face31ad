/* What share of the whole exploration an item stands for, so that it can be told how much is done. The first one has all of it; what an
 * item has is divided between its run and the items that the run finds, so that all shares, and what is done, always sum to 1.
 *
 * As in Knuth, "Estimating the efficiency of backtrack programs" (Mathematics of Computation 29, 1975), a node divides its share evenly
 * between its children, and the run gets what arrives at its leaf. But not all children of a node are found by one run: a history leads to
 * larger ones, of its own node and of nodes above it. So each history counts for as many as it can be expected to lead to, by what
 * was seen so far. */
#include "explore/strategy/dpor/search.h"
#include "base/check.h"

#define FAMILY_MAX 100.0

static bool is_history(const struct item *i) {
  return i->expected.flipped == NONE && i->expected.chunks.count;
}

/* How long the configuration is that the item is a child of. */
static uint32_t depth_of(const struct item *i) {
  return is_history(i) ? vec_last(&i->expected.chunks).start : i->expected.steps;
}

static struct item *item_of(const struct search *s, size_t share) {
  return &s->pending.at[s->shares.at[share].item];
}

/* A history, and those that it leads to. */
static double family_size(const struct search *s) {
  double each = ((double)s->led_to + 1) / ((double)s->histories + 2);
  return each < 1 - 1 / FAMILY_MAX ? 1 / (1 - each) : FAMILY_MAX;
}

static void count_family(struct search *s, const struct item *i) {
  if (!is_history(i)) return;
  s->histories++;
  for (size_t k = 0; k < s->shares.count && s->shares.at[k].depth <= depth_of(i); k++)
    s->led_to += is_history(item_of(s, k));
}

static int by_depth(const void *a, const void *b) {
  const struct share *x = a, *y = b;
  return (x->depth > y->depth) - (x->depth < y->depth);
}

static void list_found(struct search *s, size_t first) {
  vec_clear(&s->shares);
  for (size_t k = first; k < s->pending.count; k++)
    vec_push(&s->shares, ((struct share){depth_of(&s->pending.at[k]), (uint32_t)k}));
  if (s->shares.count) qsort(s->shares.at, s->shares.count, sizeof *s->shares.at, by_depth);
}

/* A loop that can be gone round any number of times has endlessly many classes, of which each seems to be nearly the last. */

static void set_mark(struct search *s) {
  s->weighed++;
  if (s->weighed & (s->weighed - 1)) return;
  s->mark[1] = s->mark[0];
  s->mark[0] = (struct mark){s->weighed, s->done};
}

bool weights_are_wrong(const struct search *s) {
  const struct mark *m = 2 * s->weighed >= 3 * s->mark[0].runs ? &s->mark[0] : &s->mark[1];
  return (double)s->weighed * m->done > (double)m->runs;
}

/* One node after the other, on the way down. */
void weights_share(struct search *s, const struct item *i, size_t first) {
  double rest = i->part.weight, family = family_size(s);
  list_found(s, first);
  for (size_t k = 0, end; k < s->shares.count; k = end) {
    double ways = 1;
    for (end = k; end < s->shares.count && s->shares.at[end].depth == s->shares.at[k].depth; end++)
      ways += is_history(item_of(s, end)) ? family : 1;
    rest /= ways;
    for (; k < end; k++) item_of(s, k)->part.weight = is_history(item_of(s, k)) ? family * rest : rest;
  }
  count_family(s, i);
  check(rest >= 0 && rest <= i->part.weight); /* shares are parts of what the item had */
  s->done += rest;
  set_mark(s);
}
