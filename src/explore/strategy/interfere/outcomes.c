/* Most operations show by what they are how else they could end (extract.c). Some end otherwise
 * only after something that hardly any program does: a robust mutex whose owner died, or that is
 * lost. Such an outcome dangles once both its cause and an operation that may have the outcome are
 * known. */
#include "explore/strategy/interfere/outcomes.h"
#include <errno.h>

static bool is_known(const struct extraction *x, const struct cause *c) {
  for (size_t i = 0; i < x->causes.count; i++) {
    const struct cause *k = &x->causes.at[i];
    if (k->object == c->object && k->kind == c->kind) return true;
  }
  return false;
}

static bool brings_about(const struct event *e, struct cause *c) {
  *c = (struct cause){e->addr, e->value == EOWNERDEAD ? CAUSE_DIED : CAUSE_LOST};
  return e->kind == EV_UNLOCK && e->value;
}

static void dangle(struct extraction *x, struct forest *f, uint32_t node, enum event_kind kind,
                   uint64_t value) {
  struct event e = forest_node(f, node)->label;
  e.kind = (uint8_t)kind;
  e.value = value;
  extraction_dangle(x, f, forest_node(f, node)->parent, &e);
}

static void add_outcome(struct extraction *x, struct forest *f, uint32_t node, struct cause c) {
  const struct event e = forest_node(f, node)->label;
  if (e.addr != c.object || e.kind != EV_LOCK || e.value) return;
  if (c.kind == CAUSE_DIED) dangle(x, f, node, EV_LOCK, EOWNERDEAD);
  if (c.kind == CAUSE_LOST) dangle(x, f, node, EV_LOCK_FAIL, ENOTRECOVERABLE);
}

void outcomes_note(struct extraction *x, struct forest *f, uint32_t node) {
  struct cause c;
  if (brings_about(&forest_node(f, node)->label, &c) && !is_known(x, &c)) {
    vec_push(&x->causes, c);
    for (uint32_t n = 0, count = (uint32_t)f->nodes.count; n < count; n++) add_outcome(x, f, n, c);
  }
  for (size_t i = 0; i < x->causes.count; i++) add_outcome(x, f, node, x->causes.at[i]);
}
