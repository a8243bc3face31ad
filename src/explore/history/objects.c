#include "explore/history/objects.h"
#include "base/check.h"

struct cell *objects_make_cell(struct objects *o, uint64_t number) {
  check(!table_find(&o->places, number));
  table_at(&o->places, number)->cell = (uint32_t)o->cells.count;
  vec_push(&o->cells, ((struct cell){.number = number}));
  return &vec_last(&o->cells);
}

struct chain *objects_other_chain(struct cell *c, uint8_t bytes) {
  if (!c->first.bytes) {
    c->first.bytes = bytes;
    return &c->first;
  }
  for (size_t i = 0; i < c->others.count; i++)
    if (c->others.at[i].bytes == bytes) return &c->others.at[i];
  check(c->others.count + 1 < OBJECTS_CHAINS);
  vec_push(&c->others, ((struct chain){0, bytes}));
  return &vec_last(&c->others);
}

void objects_note_wide(struct objects *o, const struct sync_touch *t, struct op op) {
  check(t->size);
  vec_push(&o->wides, ((struct wide){t->first, t->first + t->size, op}));
  vec_push(&o->journal, UINT32_MAX);
}

struct op *objects_last(struct objects *o, uint64_t address) {
  return &vec_last(&objects_cell(o, address / 8)->ops);
}

static void cut_last(struct cell *c) {
  check(c->ops.count);
  const struct op *op = &vec_last(&c->ops);
  objects_chain(c, op->bytes)->last = op->chain;
  c->ops.count--;
}

void objects_cut(struct objects *o, uint32_t step) {
  while (o->journal.count) {
    uint32_t where = vec_last(&o->journal);
    check(where == UINT32_MAX ? o->wides.count > 0 : where < o->cells.count);
    bool is_wide = where == UINT32_MAX;
    if ((is_wide ? vec_last(&o->wides).op.step : vec_last(&o->cells.at[where].ops).step) < step) return;
    if (is_wide)
      o->wides.count--;
    else
      cut_last(&o->cells.at[where]);
    o->journal.count--;
  }
}

void objects_free(struct objects *o) {
  check(objects_are_sound(o));
  for (size_t i = 0; i < o->cells.count; i++) vec_free(&o->cells.at[i].ops), vec_free(&o->cells.at[i].others);
  vec_free(&o->cells);
  vec_free(&o->journal);
  vec_free(&o->wides);
  table_free(&o->places);
}

/* ---- barriers ---- */

static bool is_arrival(const struct op *op, const struct event *events, uint64_t barrier) {
  return op->kind == EV_BARRIER_ARRIVE && events[op->event].addr == barrier;
}

static void leave(const struct cell *cell, const struct event *events, const struct event *e, uint32_t step,
                  op_found *found, void *context) {
  size_t own = cell->ops.count;
  while (own-- > 0)
    if (is_arrival(&cell->ops.at[own], events, e->addr) &&
        events[cell->ops.at[own].event].thread == e->thread)
      break;
  if (own == SIZE_MAX) return;
  size_t first = own;
  while (first > 0 &&
         (!is_arrival(&cell->ops.at[first], events, e->addr) || events[cell->ops.at[first].event].value != 1))
    first--;
  for (size_t i = first; i < cell->ops.count; i++) {
    const struct op *op = &cell->ops.at[i];
    if (!is_arrival(op, events, e->addr)) continue;
    if (i > first && events[op->event].value == 1) break;
    if (op->step < step) found(context, op);
  }
}

static void arrive(const struct cell *cell, const struct event *events, const struct event *e,
                   op_found *found, void *context) {
  bool is_before = e->value <= 1; /* its own round comes first, on the way back */
  for (size_t i = cell->ops.count; i > 0; i--) {
    const struct op *op = &cell->ops.at[i - 1];
    if (!is_arrival(op, events, e->addr)) continue;
    if (is_before) found(context, op);
    if (events[op->event].value > 1) continue;
    if (is_before) return;
    is_before = true;
  }
}

void objects_rounds(struct objects *o, const struct event *events, const struct event *e, uint32_t step,
                    op_found *found, void *context) {
  const struct cell *cell = objects_cell(o, e->addr / 8);
  if (e->kind == EV_BARRIER_LEAVE) leave(cell, events, e, step, found, context);
  if (e->kind == EV_BARRIER_ARRIVE) arrive(cell, events, e, found, context);
}

/* ---- checking ---- */

bool objects_are_sound(const struct objects *o) {
  size_t noted = o->wides.count;
  for (size_t i = 0; i < o->cells.count; i++) {
    const struct cell *cell = &o->cells.at[i];
    noted += cell->ops.count;
    for (size_t k = 1; k < cell->ops.count; k++)
      if (cell->ops.at[k].step < cell->ops.at[k - 1].step || cell->ops.at[k].chain > k) return false;
  }
  return noted == o->journal.count;
}
