#include "explore/strategy/interfere/forest.h"
#include "base/check.h"
#include "explore/sync/relations.h"
#include <string.h>

void forest_open(struct forest *f) { *f = (struct forest){0}; }

void forest_close(struct forest *f) {
  check(forest_is_sound(f) && table_is_sound(&f->initial));
  vec_free(&f->nodes);
  table_free(&f->initial);
  vec_free(&f->counts);
}

/* ---- labels ---- */

struct event forest_label(const struct event *e) {
  struct event l = *e;
  bool is_visible = event_is_visible(e);
  if (is_visible) l.taken &= EVENT_FUSED | EVENT_BOUND;
  if (event_reads(e)) l.expr = 0, l.value = 0;
  if (e->kind == EV_WRITE || e->kind == EV_ATOMIC_WRITE) l.value = e->expr ? 0 : e->value;
  if (sync_value_is_state((enum event_kind)e->kind)) l.value = 0;
  if (e->kind == EV_INIT || e->kind == EV_DESTROY) l.aux = 0;
  if (e->kind == EV_BARRIER_ARRIVE && (e->aux & EVENT_UNASKED || e->value != e->aux >> 1)) l.value = 0;
  if (event_is_path(e)) l.addr = 0, l.value = 0, l.aux = 0;
  return l;
}

/* A join looks for a request to cancel it before it gets the result. */
bool forest_is_result(const struct forest *f, uint32_t read) {
  const struct node *n = forest_node(f, read);
  check(read < f->nodes.count);
  bool is_bound = (n->label.taken & (EVENT_FUSED | EVENT_BOUND)) == (EVENT_FUSED | EVENT_BOUND);
  if (n->label.kind != EV_READ || !is_bound) return false;
  n = forest_node(f, n->parent);
  if (n->label.kind == EV_CANCEL_POINT) n = forest_node(f, n->parent);
  return n->label.kind == EV_JOIN;
}

/* ---- nodes ---- */

/* The place in the source follows from what comes before. */
static bool same_label(const struct event *a, const struct event *b) {
  return a->kind == b->kind && a->taken == b->taken && a->thread == b->thread && a->expr == b->expr &&
         a->aux == b->aux && a->addr == b->addr && a->value == b->value;
}

static struct node fresh_node(const struct forest *f, uint32_t parent, const struct event *label) {
  struct node n = {.label = *label, .parent = parent, .child = NONE, .sibling = NONE, .epoch = NONE};
  if (parent == NONE) return n;
  const struct node *p = forest_node(f, parent);
  n.epoch = p->epoch;
  n.sibling = p->child;
  if (label->kind == EV_START) return n;
  n.is_in_section = label->kind == EV_ATOMIC_BEGIN ||
                    (p->is_in_section && label->kind != EV_ATOMIC_END && label->kind != EV_END_THREAD);
  check(label->thread == p->label.thread);
  n.depth = p->depth + 1;
  n.ordinal = p->ordinal + event_reads(&p->label);
  if (label->kind == EV_CREATE && n.epoch == NONE) n.epoch = (uint32_t)f->nodes.count;
  return n;
}

/* Up to the last decision: what depends on that is not certain to happen. */
static void open_block(struct forest *f, uint32_t n) {
  for (; !f->nodes.at[n].is_open && f->nodes.at[n].label.kind != EV_START &&
         !event_is_path(&f->nodes.at[n].label);
       n = f->nodes.at[n].parent) {
    f->nodes.at[n].is_open = true;
    if (event_is_step(&f->nodes.at[n].label)) return;
  }
}

uint32_t forest_child(struct forest *f, uint32_t parent, const struct event *label, bool *is_new) {
  *is_new = false;
  if (parent == NONE && f->nodes.count) return 0;
  for (uint32_t c = parent == NONE ? NONE : f->nodes.at[parent].child; c != NONE; c = f->nodes.at[c].sibling)
    if (same_label(&f->nodes.at[c].label, label)) return c;
  uint32_t id = (uint32_t)f->nodes.count;
  check(parent == NONE ? id == 0 : parent < id); /* a parent is older than its children */
  vec_push(&f->nodes, fresh_node(f, parent, label));
  if (parent != NONE) f->nodes.at[parent].child = id;
  if (event_is_visible(label) && label->taken & EVENT_FUSED) open_block(f, parent);
  *is_new = true;
  return id;
}

uint32_t forest_above(const struct forest *f, uint32_t n, uint32_t depth) {
  check(n < f->nodes.count && depth <= f->nodes.at[n].depth);
  while (f->nodes.at[n].depth > depth) n = f->nodes.at[n].parent;
  return n;
}

bool forest_is_above(const struct forest *f, uint32_t a, uint32_t n) {
  return f->nodes.at[a].depth <= f->nodes.at[n].depth && forest_above(f, n, f->nodes.at[a].depth) == a;
}

bool forest_has_passed(const struct forest *f, uint32_t n, uint32_t at) {
  const struct node *wanted = &f->nodes.at[n];
  if (wanted->depth > f->nodes.at[at].depth) return false;
  uint32_t there = forest_above(f, at, wanted->depth);
  const struct node *seen = &f->nodes.at[there];
  bool is_range = wanted->label.kind == EV_SEM_VALUE && seen->label.kind == EV_SEM_VALUE;
  return there == n ||
         (is_range && seen->parent == wanted->parent && event_has_count(&wanted->label, seen->label.value));
}

uint32_t forest_start(const struct forest *f, uint32_t n) {
  uint32_t start = forest_above(f, n, 0);
  check(f->nodes.at[start].label.kind == EV_START);
  return start;
}

/* ---- initial values ---- */

void forest_note_byte(struct forest *f, const struct initial_byte *b) {
  if (!table_find(&f->initial, b->key)) *table_at(&f->initial, b->key) = *b;
}

const struct initial_byte *forest_byte(const struct forest *f, uint32_t epoch, uint64_t address) {
  return table_find(&f->initial, ((struct byte_key){address, epoch}));
}

void forest_note_count(struct forest *f, uint64_t object, uint32_t epoch, uint32_t count) {
  for (size_t i = 0; i < f->counts.count; i++)
    if (f->counts.at[i].object == object && f->counts.at[i].epoch == epoch) return;
  vec_push(&f->counts, ((struct initial_count){object, epoch, count}));
}

/* ---- for tests and `make debug` ---- */

bool forest_is_sound(const struct forest *f) {
  for (uint32_t i = 0; i < f->nodes.count; i++) {
    const struct node *n = &f->nodes.at[i];
    if ((n->parent == NONE) != (i == 0) || (i && n->parent >= i)) return false;
    if (n->label.kind == EV_START ? n->depth != 0 : forest_node(f, n->parent)->depth + 1 != n->depth)
      return false;
    for (uint32_t s = n->sibling; s != NONE; s = f->nodes.at[s].sibling)
      if (f->nodes.at[s].parent != n->parent || same_label(&f->nodes.at[s].label, &n->label)) return false;
  }
  return true;
}
