/* Forced orders, to a fixed point: figure 5 of con2colic without its disjunctions, of which only
 * those are used that have one side left, and the objects that the paper has not.
 *
 * PO is in the graph's clocks. FC, joins and the like are single edges. A read r coupled with w: w
 * -> r, and for each other write w' to the cell, w' before r forces w' before w, w before w' forces
 * r before w' (WRC). Of two sections of a lock, if one begins before the other ends it ends before
 * the other begins (LC1); one that is never left comes after all others (LC2), because of the end
 * of its thread; if that end is relaxed it is left with the thread's last block.
 *
 * Where it takes another thread to let one go on, and the scenario has nobody who could, the ends
 * of all threads are to blame; such rules hold only while all ends are strict.
 *
 * Every edge is one that all orders have, given the items of its explanation; so a cycle is a
 * proof. What stays open is left to temporal_search.c. */
#include "explore/strategy/interfere/temporal_rules.h"
#include <errno.h>

struct rules {
  const struct blocks *b;
  const struct item_set *strict;
  struct order_graph *g;
  struct item_set *why;
  bool is_tight; /* all ends are strict */
};

static bool is_strict(const struct rules *r, uint32_t item) {
  return item == ITEM_NONE || item_set_has(r->strict, item);
}

static bool blame(struct rules *r, uint32_t item) {
  for (size_t i = 0; item == ITEM_ALL_ENDS && i < r->b->all_ends.words.count; i++)
    r->why->words.at[i] |= r->b->all_ends.words.at[i];
  if (item < r->b->items) item_set_add(r->why, item);
  return false;
}

static bool force_by(struct rules *r, uint32_t from, uint32_t to, struct order_cause why) {
  if (order_graph_add(r->g, from, to, why)) return true;
  order_graph_explain_conflict(r->g, &r->b->all_ends, r->why);
  return false;
}

static bool force(struct rules *r, uint32_t from, uint32_t to, uint32_t item) {
  return force_by(r, from, to, (struct order_cause){item, NONE, NONE});
}

static const struct op *op_at(const struct rules *r, uint32_t i) { return &r->b->ops.at[i]; }

/* ---- threads ---- */

static bool creation(struct rules *r) {
  const struct blocks *b = r->b;
  for (uint32_t s = 0; s < b->slots; s++)
    if (b->counts.at[s] && b->creator.at[s] != NONE && !force(r, b->creator.at[s], b->base.at[s], ITEM_NONE))
      return false;
  for (size_t i = 0; i < b->exits.count; i++)
    for (uint32_t s = 0; s < b->slots; s++)
      if (b->counts.at[s] && b->place.at[b->exits.at[i]].slot != s &&
          !force(r, b->base.at[s] + b->counts.at[s] - 1, b->exits.at[i], ITEM_NONE))
        return false;
  return true;
}

static bool join(struct rules *r, const struct op *op) {
  const struct blocks *b = r->b;
  uint32_t s = op->feeder, end = s == NONE ? ITEM_ALL_ENDS : blocks_end(b, s);
  if (s == NONE) return !r->is_tight || blame(r, end);
  if (b->ended.at[s] != NONE) return force(r, b->ended.at[s], op->block, ITEM_NONE);
  return is_strict(r, end) ? blame(r, end) : force(r, b->last.at[s], op->block, ITEM_NONE);
}

static bool join_fail(struct rules *r, const struct op *op, const struct event *e) {
  bool tells = e->value == EBUSY || e->value == ETIMEDOUT;
  if (!tells || op->feeder == NONE || r->b->ended.at[op->feeder] == NONE) return true;
  return force(r, op->block, r->b->ended.at[op->feeder], ITEM_NONE);
}

/* ---- objects ---- */

#define each_op(r, op, object)                                                                               \
  uint32_t each_##op = (r)->b->syncs.first.at[object];                                                       \
  each_##op < (r)->b->syncs.first.at[(object) + 1] && ((op) = op_at(r, (r)->b->syncs.ops.at[each_##op]));    \
  each_##op++

static uint32_t count_kind(const struct rules *r, uint32_t object, enum event_kind kind,
                           const struct op **one) {
  const struct op *op;
  uint32_t n = 0;
  for (each_op(r, op, object))
    if (blocks_event(r->b, op)->kind == kind) n++, *one = op;
  return n;
}

static bool cancel_point(struct rules *r, const struct op *point, const struct event *e) {
  const struct op *op, *one = NULL;
  uint32_t n = count_kind(r, point->object, EV_CANCEL, &one);
  if (e->value) {
    if (!r->is_tight || n > 1) return true;
    return n ? force(r, one->block, point->block, ITEM_ALL_ENDS) : blame(r, ITEM_ALL_ENDS);
  }
  for (each_op(r, op, point->object))
    if (blocks_event(r->b, op)->kind == EV_CANCEL && !force(r, point->block, op->block, ITEM_NONE))
      return false;
  return true;
}

/* The one who runs the routine and has not come back. */
static const struct section *open_section(const struct rules *r, uint32_t object) {
  for (uint32_t s = 0; s < r->b->slots; s++) {
    uint32_t last = r->b->last_section.at[object * r->b->slots + s];
    if (last != NONE && r->b->sections.at[last].to == NONE) return &r->b->sections.at[last];
  }
  return NULL;
}

static bool once_pass(struct rules *r, const struct op *pass) {
  const struct op *op, *end = NULL;
  const struct section *open = open_section(r, pass->object);
  uint32_t n = 0;
  if (r->b->objects.at[pass->object].initial == ONCE_WAS_RUN) return true;
  for (each_op(r, op, pass->object))
    if (blocks_event(r->b, op)->kind == EV_ONCE_END && !blocks_event(r->b, op)->value) n++, end = op;
  if (n) return n > 1 || force(r, end->block, pass->block, ITEM_NONE);
  if (!open) return !r->is_tight || blame(r, ITEM_ALL_ENDS);
  uint32_t item = blocks_end(r->b, open->slot);
  return is_strict(r, item) ? blame(r, item) : force(r, r->b->last.at[open->slot], pass->block, ITEM_NONE);
}

/* The n-th wait of a slot needs n of what there is. */
static bool semaphore(struct rules *r, uint32_t object) {
  const struct op *op, *post, *one = NULL;
  uint32_t there = r->b->objects.at[object].initial + count_kind(r, object, EV_POST, &one), slot = NONE,
           n = 0, all = 0;
  if (r->b->objects.at[object].has_inits) return true;
  for (each_op(r, op, object)) {
    if (blocks_event(r->b, op)->kind != EV_SEM_WAIT) continue;
    if (r->b->place.at[op->block].slot != slot) slot = r->b->place.at[op->block].slot, n = 0;
    if (++all > there) return blame(r, ITEM_ALL_ENDS);
    if (++n < there) continue;
    for (each_op(r, post, object))
      if (blocks_event(r->b, post)->kind == EV_POST && !force(r, post->block, op->block, ITEM_ALL_ENDS))
        return false;
  }
  return true;
}

/* Who could have woken it: another thread. */
static bool wake(struct rules *r, const struct op *wake, const struct op *wait) {
  const struct op *op, *one = NULL;
  uint32_t n = 0;
  for (each_op(r, op, wake->object)) {
    uint32_t kind = blocks_event(r->b, op)->kind;
    if (op->slot != wake->slot && (kind == EV_SIGNAL || kind == EV_BROADCAST)) n++, one = op;
  }
  if (n != 1) return n || blame(r, ITEM_ALL_ENDS);
  return (!wait || force(r, wait->block, one->block, ITEM_ALL_ENDS)) &&
         force(r, one->block, wake->block, ITEM_ALL_ENDS);
}

static bool condition(struct rules *r, uint32_t object) {
  const struct op *op, *wait = NULL;
  for (each_op(r, op, object)) {
    const struct event *e = blocks_event(r->b, op);
    if (e->kind == EV_WAIT) wait = op;
    if (e->kind == EV_WAKE && !e->value && !wake(r, op, wait && wait->slot == op->slot ? wait : NULL))
      return false;
  }
  return true;
}

/* Does each slot arrive and leave in turn? How many do? Not known for one that does so in a
 * block of another. */
static uint32_t count_parties(const struct rules *r, uint32_t object) {
  const struct op *op;
  uint32_t slot = NONE, parties = 0;
  bool is_in = false;
  for (each_op(r, op, object)) {
    bool arrives = blocks_event(r->b, op)->kind == EV_BARRIER_ARRIVE;
    if (r->b->place.at[op->block].slot != op->slot) return 0;
    if (op->slot != slot) slot = op->slot, parties++, is_in = false;
    if (arrives == is_in) return 0;
    is_in = arrives;
  }
  return parties;
}

/* All n-th arrivals come before the n-th leaving of the slot. */
static bool leave_after(struct rules *r, const struct op *leave, uint32_t n) {
  const struct op *op;
  uint32_t slot = NONE, arrived = 0, found = 0;
  for (each_op(r, op, leave->object)) {
    if (blocks_event(r->b, op)->kind != EV_BARRIER_ARRIVE) continue;
    if (op->slot != slot) slot = op->slot, arrived = 0;
    if (++arrived != n) continue;
    found++;
    if (!force(r, op->block, leave->block, ITEM_ALL_ENDS)) return false;
  }
  return found == r->b->objects.at[leave->object].size || blame(r, ITEM_ALL_ENDS);
}

/* If there are just as many threads as it takes, the rounds are known. */
static bool barrier(struct rules *r, uint32_t object) {
  const struct op *op, *one = NULL;
  uint32_t slot = NONE, n = 0, size = r->b->objects.at[object].size;
  if (!count_kind(r, object, EV_BARRIER_LEAVE, &one) || !size || r->b->objects.at[object].has_sizes)
    return true;
  if (count_kind(r, object, EV_BARRIER_ARRIVE, &one) < size) return blame(r, ITEM_ALL_ENDS);
  if (count_parties(r, object) != size) return true;
  for (each_op(r, op, object)) {
    if (blocks_event(r->b, op)->kind != EV_BARRIER_LEAVE) continue;
    if (op->slot != slot) slot = op->slot, n = 0;
    if (!leave_after(r, op, ++n)) return false;
  }
  return true;
}

static bool objects(struct rules *r) {
  for (uint32_t i = 0; r->is_tight && i < r->b->objects.count; i++) {
    uint32_t class = r->b->objects.at[i].class;
    if (class == ON_SEMAPHORE && !semaphore(r, i)) return false;
    if (class == ON_COND && !condition(r, i)) return false;
    if (class == ON_BARRIER && !barrier(r, i)) return false;
  }
  return true;
}

static bool operations(struct rules *r) {
  for (size_t i = 0; i < r->b->ops.count && !stop_is_wanted(r->g->stop); i++) {
    const struct op *op = &r->b->ops.at[i];
    if (op->kind != OP_SYNC) continue;
    const struct event *e = blocks_event(r->b, op);
    if (e->kind == EV_JOIN && !join(r, op)) return false;
    if (e->kind == EV_JOIN_FAIL && !join_fail(r, op, e)) return false;
    if (e->kind == EV_CANCEL_POINT && !cancel_point(r, op, e)) return false;
    if (e->kind == EV_ONCE_PASS && !once_pass(r, op)) return false;
  }
  return true;
}

/* ---- locks ---- */

/* The last section of a slot that excludes x. */
static const struct section *last_against(const struct rules *r, const struct section *x, uint32_t slot) {
  uint32_t i = r->b->last_section.at[x->object * r->b->slots + slot];
  while (i != NONE && x->is_read && r->b->sections.at[i].is_read) i = r->b->sections.at[i].previous;
  return i == NONE ? NULL : &r->b->sections.at[i];
}

static const struct section *previous_against(const struct rules *r, const struct section *x,
                                              const struct section *y) {
  uint32_t i = y->previous;
  while (i != NONE && x->is_read && r->b->sections.at[i].is_read) i = r->b->sections.at[i].previous;
  return i == NONE ? NULL : &r->b->sections.at[i];
}

static bool is_endless(const struct rules *r, const struct section *x) {
  return x->to == NONE && is_strict(r, blocks_end(r->b, x->slot));
}

static uint32_t end_of(const struct rules *r, const struct section *x) {
  return x->to != NONE ? x->to : r->b->last.at[x->slot];
}

/* LC2. */
static bool endless_section(struct rules *r, const struct section *x) {
  uint32_t item = blocks_end(r->b, x->slot);
  for (uint32_t s = 0; s < r->b->slots; s++) {
    const struct section *y = s == x->slot ? NULL : last_against(r, x, s);
    if (!y) continue;
    if (is_endless(r, y)) return blame(r, item), blame(r, blocks_end(r->b, s));
    if (!force(r, end_of(r, y), x->from, item)) return false;
  }
  return true;
}

/* Who makes a lock anew ends all sections of it. */
static bool is_lasting(const struct rules *r, const struct section *x) {
  return !r->b->objects.at[x->object].has_inits;
}

static bool endless_sections(struct rules *r) {
  for (size_t i = 0; i < r->b->sections.count; i++)
    if (is_lasting(r, &r->b->sections.at[i]) && is_endless(r, &r->b->sections.at[i]) &&
        !endless_section(r, &r->b->sections.at[i]))
      return false;
  return true;
}

/* LC1. */
static bool section(struct rules *r, const struct section *x, uint32_t slot) {
  uint32_t end = end_of(r, x);
  const struct section *y = last_against(r, x, slot);
  while (y && (is_endless(r, y) || !order_graph_precedes(r->g, y->from, end))) y = previous_against(r, x, y);
  return !y || force_by(r, end_of(r, y), x->from, (struct order_cause){ITEM_NONE, y->from, end});
}

static bool sections(struct rules *r) {
  for (size_t i = 0; i < r->b->sections.count && !stop_is_wanted(r->g->stop); i++) {
    const struct section *x = &r->b->sections.at[i];
    for (uint32_t s = 0; is_lasting(r, x) && !is_endless(r, x) && s < r->b->slots; s++)
      if (s != x->slot && !section(r, x, s)) return false;
  }
  return true;
}

/* ---- memory ---- */

static bool couple(struct rules *r, const struct op *read) {
  if (read->feeder == FEEDER_IMPOSSIBLE) return blame(r, read->item);
  return read->feeder == FEEDER_INITIAL || force(r, op_at(r, read->feeder)->block, read->block, read->item);
}

/* Writes that come before the read come before the one it is coupled with; the last one of a
 * slot first. */
static bool earlier_writes(struct rules *r, const struct op *read, uint32_t write) {
  const struct op_list *l = &r->b->writes;
  for (uint32_t i = l->first.at[read->object + 1]; i-- > l->first.at[read->object];) {
    uint32_t other = op_at(r, l->ops.at[i])->block;
    if (other == write || other == read->block || !order_graph_precedes(r->g, other, read->block)) continue;
    if (!force_by(r, other, write, (struct order_cause){read->item, other, read->block})) return false;
  }
  return true;
}

/* Writes that come after the one it is coupled with come after the read; the first one of a slot
 * first. */
static bool later_writes(struct rules *r, const struct op *read, uint32_t write) {
  const struct op_list *l = &r->b->writes;
  for (uint32_t i = l->first.at[read->object]; i < l->first.at[read->object + 1]; i++) {
    uint32_t other = op_at(r, l->ops.at[i])->block;
    if (other == write || other == read->block) continue;
    if (write != NONE && !order_graph_precedes(r->g, write, other)) continue;
    if (!force_by(r, read->block, other,
                  (struct order_cause){read->item, write, write == NONE ? NONE : other}))
      return false;
  }
  return true;
}

static bool reads(struct rules *r, bool is_first_round) {
  for (size_t i = 0; i < r->b->reads.ops.count && !stop_is_wanted(r->g->stop); i++) {
    const struct op *read = op_at(r, r->b->reads.ops.at[i]);
    if (!is_strict(r, read->item)) continue;
    if (is_first_round && !couple(r, read)) return false;
    bool is_initial = read->feeder == FEEDER_INITIAL;
    uint32_t write = is_initial ? NONE : op_at(r, read->feeder)->block;
    if (write == read->block) continue;
    if (!is_initial && !earlier_writes(r, read, write)) return false;
    if ((!is_initial || is_first_round) && !later_writes(r, read, write)) return false;
  }
  return true;
}

bool rules_apply(const struct blocks *b, const struct item_set *strict, struct order_graph *g,
                 struct item_set *why) {
  struct rules r = {b, strict, g, why, true};
  for (uint32_t s = 0; s < b->slots; s++) r.is_tight &= is_strict(&r, blocks_end(b, s));
  order_graph_begin(g, b->place.at, b->block_count, b->base.at, b->counts.at, b->slots);
  if (!creation(&r) || !operations(&r) || !objects(&r) || !endless_sections(&r)) return false;
  size_t edges;
  bool is_first_round = true;
  do {
    edges = g->edges.count;
    if (!reads(&r, is_first_round) || !sections(&r)) return false;
    is_first_round = false;
  } while (g->edges.count > edges && !stop_is_wanted(g->stop));
  return true;
}
