/* Most operations show by what they are how else they could end (extract.c). Some end otherwise only after something that hardly any
 * program does: a robust mutex whose owner died, or that is lost, and a semaphore whose count was set, or has changed by more than one in
 * an atomic section. Such an outcome dangles once both are known, what brings it about and an operation that may have it.
 *
 * Counts of semaphores dangle beside those that were met, the others in turn: there is no end to them. */
#include "explore/strategy/interfere/outcomes.h"
#include <errno.h>

static bool is_known(const struct extraction *x, const struct cause *c) {
  for (size_t i = 0; i < x->causes.count; i++) {
    const struct cause *k = &x->causes.at[i];
    if (k->object == c->object && k->kind == c->kind && k->value == c->value) return true;
  }
  return false;
}

/* How many of these the atomic section has had, this one included. */
static uint32_t count_in_section(const struct forest *f, uint32_t node) {
  const struct event *e = &forest_node(f, node)->label;
  uint32_t count = 1;
  for (uint32_t n = forest_node(f, node)->parent; forest_node(f, n)->is_in_section;
       n = forest_node(f, n)->parent)
    count += forest_node(f, n)->label.kind == e->kind && forest_node(f, n)->label.addr == e->addr;
  return count;
}

static bool brings_about(const struct forest *f, uint32_t node, struct cause *c) {
  const struct event *e = &forest_node(f, node)->label;
  *c = (struct cause){.object = e->addr, .value = (uint32_t)e->value};
  switch (e->kind) {
  case EV_UNLOCK: c->kind = e->value == EOWNERDEAD ? CAUSE_DIED : CAUSE_LOST; return e->value;
  case EV_INIT: c->kind = CAUSE_SET; return true;
  case EV_POST:
  case EV_SEM_WAIT:
    c->kind = CAUSE_JUMP;
    c->value = count_in_section(f, node);
    return c->value > 1;
  default: return false;
  }
}

static void dangle(struct extraction *x, struct forest *f, uint32_t node, enum event_kind kind,
                   uint64_t value) {
  struct event e = forest_node(f, node)->label;
  e.kind = (uint8_t)kind;
  e.value = value;
  extraction_dangle(x, f, forest_node(f, node)->parent, &e);
}

static void add_outcome(struct extraction *x, struct forest *f, uint32_t node, struct cause c) {
  const struct node *n = forest_node(f, node);
  const struct event e = n->label;
  bool is_lock = e.kind == EV_LOCK && !e.value, is_count = e.kind == EV_SEM_VALUE && n->is_met;
  if (e.addr != c.object) return;
  if (is_lock && c.kind == CAUSE_DIED) dangle(x, f, node, EV_LOCK, EOWNERDEAD);
  if (is_lock && c.kind == CAUSE_LOST) dangle(x, f, node, EV_LOCK_FAIL, ENOTRECOVERABLE);
  if (is_count && c.kind == CAUSE_SET) dangle(x, f, node, EV_SEM_VALUE, c.value);
  if (is_count && c.kind == CAUSE_JUMP) dangle(x, f, node, EV_SEM_VALUE, e.value + c.value);
  if (is_count && c.kind == CAUSE_JUMP && e.value >= c.value)
    dangle(x, f, node, EV_SEM_VALUE, e.value - c.value);
}

void outcomes_note(struct extraction *x, struct forest *f, uint32_t node) {
  struct cause c;
  if (brings_about(f, node, &c) && !is_known(x, &c)) {
    vec_push(&x->causes, c);
    for (uint32_t n = 0, count = (uint32_t)f->nodes.count; n < count; n++) add_outcome(x, f, n, c);
  }
  for (size_t i = 0; i < x->causes.count; i++) add_outcome(x, f, node, x->causes.at[i]);
}
