/* It is not known beforehand which counts a semaphore may have where a thread asks for the count:
 * two counts may be possible, and no count in between. So a SEM_VALUE node stands for a range of
 * counts, and the children of a node share out all that there are. A range is a sink as a whole. A
 * run that realizes the range shows one of its counts. This count gets a node of its own, and the
 * rest of the range on either side dangles.
 *
 * Invariant: ranges that are not met are disjoint; a range of several counts has no children, and
 * is met once a run has shown one of its counts. */
#include "explore/strategy/interfere/counts.h"
#include "base/check.h"

/* The range that the count belonged to until now; the first count at its place belongs to all
 * there are. False: it was shown before. */
static bool find_range(struct forest *f, uint32_t node, uint64_t *low, uint64_t *high) {
  uint64_t count = forest_node(f, node)->label.value;
  bool is_first = true;
  *low = 0;
  *high = COUNT_MAX;
  for (uint32_t c = forest_node(f, forest_node(f, node)->parent)->child; c != NONE;
       c = forest_node(f, c)->sibling) {
    const struct node *range = forest_node(f, c);
    if (range->label.kind != EV_SEM_VALUE || !range->label.aux) continue;
    is_first = false;
    if (range->is_met || !event_has_count(&range->label, count)) continue;
    check(range->child == NONE);
    *low = range->label.value;
    *high = range->label.value + range->label.aux;
    f->nodes.at[c].is_met = true;
    return true;
  }
  return is_first;
}

static void dangle(struct extraction *x, struct forest *f, uint32_t node, uint64_t low, uint64_t high) {
  struct event e = forest_node(f, node)->label;
  e.value = low;
  e.aux = (uint32_t)(high - low);
  extraction_dangle(x, f, forest_node(f, node)->parent, &e);
}

void counts_note(struct extraction *x, struct forest *f, uint32_t node) {
  uint64_t count = forest_node(f, node)->label.value, low, high;
  if (!find_range(f, node, &low, &high)) return;
  check(low <= count && count <= high);
  if (low < count) dangle(x, f, node, low, count - 1);
  if (count < high) dangle(x, f, node, count + 1, high);
}
