/* What was done to each object of a run, in order; the end of a run can be forgotten.
 *
 * Memory is divided into cells of 8 bytes; an operation is noted in each cell it touches, with the
 * bytes of it. Operations on more than OBJECTS_WIDE bytes are noted once, as wide. Synchronisation
 * objects and the lives of threads have a cell each; that of a life has two bytes: whether the
 * thread lives, and who may join it. Accesses of different sizes, or to different bytes, are chains
 * of their own in a cell: to look for what touches some bytes takes no look at the others.
 * Invariant: the operations of a cell are in the order of the run; `journal` names the cell of
 * every operation noted, in the same order, so the last ones can be taken back. Cells stay from
 * run to run: addresses mean the same. */
#ifndef RADDLE_EXPLORE_HISTORY_OBJECTS_H
#define RADDLE_EXPLORE_HISTORY_OBJECTS_H

#include "base/table.h"
#include "base/vec.h"
#include "explore/sync/relations.h"

#define OBJECTS_WIDE 512u

struct op {
  uint32_t step;
  uint32_t event; /* index into the trace */
  uint32_t index; /* elements of its thread up to and with it: see history.h */
  uint32_t chain; /* the operation before it on the same bytes of the cell: its index + 1; 0: none */
  uint32_t skip;  /* the same for the last one before it that has another effect */
  uint8_t bytes;  /* of the cell, a bit each */
  uint8_t effect; /* enum effect */
  uint8_t kind;   /* enum event_kind */
};

#define OBJECTS_CHAINS 36 /* sets of neighbouring bytes in a cell */

/* The operations on one set of bytes of a cell. */
struct chain {
  uint32_t last; /* index + 1; 0: none */
  uint8_t bytes;
};

struct cell {
  uint64_t number; /* address / 8 */
  vec(struct op) ops;
  struct chain first; /* mostly the only one; bytes 0: none yet */
  vec(struct chain) others;
};

struct wide {
  uint64_t first, end;
  struct op op;
};

struct cell_place {
  uint64_t key;
  uint32_t cell;
};

struct objects {
  vec(struct cell) cells;
  table(struct cell_place) places; /* in cells, by number */
  vec(uint32_t) journal;           /* UINT32_MAX: of a wide one */
  vec(struct wide) wides;
  bool has_queues;  /* writers have queued up for a lock, some time */
  bool has_readers; /* there have been read locks */
};

struct cell *objects_make_cell(struct objects *, uint64_t number);
/* The operation noted last on the object at this address. */
struct op *objects_last(struct objects *, uint64_t address);
/* Forgets the operations of step `step` and of all behind it. */
void objects_cut(struct objects *, uint32_t step);
void objects_free(struct objects *);
bool objects_are_sound(const struct objects *);

/* What comes before an operation, told to a function: */
typedef void op_found(void *context, const struct op *);

/* Whoever leaves a barrier comes after all arrivals of its round, whoever arrives after those of
 * the round before. `e` is one of these, of step `step`; other events are left alone. `events`:
 * those of the run. */
void objects_rounds(struct objects *, const struct event *events, const struct event *e, uint32_t step,
                    op_found *, void *context);

/* ---- on the way of every event: inlined, with the function that is told ---- */

#define OBJECTS_INLINE static inline __attribute__((always_inline))

OBJECTS_INLINE struct cell *objects_cell(struct objects *o, uint64_t number) {
  const struct cell_place *place = table_find(&o->places, number);
  return place ? &o->cells.at[place->cell] : objects_make_cell(o, number);
}

/* Bytes of [first, end) in the cell. */
OBJECTS_INLINE uint8_t objects_share(uint64_t cell, uint64_t first, uint64_t end) {
  uint64_t start = 8 * cell;
  unsigned low = first > start ? (unsigned)(first - start) : 0,
           high = end < start + 8 ? (unsigned)(end - start) : 8;
  return (uint8_t)((1u << high) - (1u << low));
}

/* One operation on the way back: tells whether it conflicts, takes bytes that it wrote out of
 * *bytes, and returns the one before it in its chain that is to be looked at. */
OBJECTS_INLINE uint32_t objects_go_back(const struct op *op, uint8_t *bytes, enum effect effect,
                                        uint32_t until, op_found *found, void *context) {
  if (op->step >= until) return op->chain;
  if (op->effect == effect && effect != EFFECT_WRITE) return op->skip; /* none of these conflicts */
  if (!(op->bytes & *bytes)) return op->chain;
  if (effects_conflict(effect, (enum effect)op->effect)) found(context, op);
  if (op->effect == EFFECT_WRITE) *bytes &= (uint8_t)~op->bytes;
  return op->chain;
}

/* Several chains: the latest operation of all of them comes first. */
OBJECTS_INLINE void objects_conflicts_in_chains(const struct cell *cell, uint8_t bytes, enum effect effect,
                                                uint32_t until, op_found *found, void *context) {
  uint32_t at[OBJECTS_CHAINS], count = 0;
  if (cell->first.bytes & bytes) at[count++] = cell->first.last;
  for (size_t i = 0; i < cell->others.count; i++)
    if (cell->others.at[i].bytes & bytes) at[count++] = cell->others.at[i].last;
  while (bytes && count) {
    uint32_t latest = 0;
    for (uint32_t i = 1; i < count; i++)
      if (at[i] > at[latest]) latest = i;
    if (!at[latest]) return;
    at[latest] = objects_go_back(&cell->ops.at[at[latest] - 1], &bytes, effect, until, found, context);
  }
}

/* From the last operation back to the last write of each byte: what lies behind comes before
 * that write. */
OBJECTS_INLINE void objects_conflicts_in(const struct cell *cell, uint8_t bytes, enum effect effect,
                                         uint32_t until, op_found *found, void *context) {
  if (cell->others.count) {
    objects_conflicts_in_chains(cell, bytes, effect, until, found, context);
    return;
  }
  for (uint32_t at = cell->first.last; at && bytes & cell->first.bytes;)
    at = objects_go_back(&cell->ops.at[at - 1], &bytes, effect, until, found, context);
}

/* What an operation that touches this conflicts with, among those of steps before `until`; but
 * not what comes before a write that is told. */
OBJECTS_INLINE void objects_conflicts(struct objects *o, const struct sync_touch *t, uint32_t until,
                                      op_found *found, void *context) {
  uint64_t end = t->first + t->size;
  for (size_t i = 0; i < o->wides.count; i++) {
    const struct wide *w = &o->wides.at[i];
    if (w->first < end && t->first < w->end && w->op.step < until &&
        effects_conflict(t->effect, (enum effect)w->op.effect))
      found(context, &w->op);
  }
  if (t->size <= OBJECTS_WIDE) {
    for (uint64_t n = t->first / 8; 8 * n < end; n++)
      objects_conflicts_in(objects_cell(o, n), objects_share(n, t->first, end), t->effect, until, found,
                           context);
    return;
  }
  for (size_t i = 0; i < o->cells.count; i++) {
    const struct cell *cell = &o->cells.at[i];
    if (8 * cell->number < end && t->first < 8 * cell->number + 8)
      objects_conflicts_in(cell, objects_share(cell->number, t->first, end), t->effect, until, found,
                           context);
  }
}

struct chain *objects_other_chain(struct cell *, uint8_t bytes);

OBJECTS_INLINE struct chain *objects_chain(struct cell *c, uint8_t bytes) {
  return c->first.bytes == bytes ? &c->first : objects_other_chain(c, bytes);
}

OBJECTS_INLINE void objects_note_in(struct objects *o, struct cell *c, struct op op) {
  struct chain *chain = objects_chain(c, op.bytes);
  const struct op *before = chain->last ? &c->ops.at[chain->last - 1] : NULL;
  op.chain = chain->last;
  op.skip = before && before->effect == op.effect ? before->skip : chain->last;
  vec_push(&c->ops, op);
  chain->last = (uint32_t)c->ops.count;
  vec_push(&o->journal, (uint32_t)(c - o->cells.at));
}

void objects_note_wide(struct objects *, const struct sync_touch *, struct op);

OBJECTS_INLINE void objects_note(struct objects *o, const struct sync_touch *t, struct op op) {
  uint64_t end = t->first + t->size;
  o->has_queues |= op.kind == EV_QUEUE;
  o->has_readers |= op.kind == EV_READ_LOCK;
  op.effect = (uint8_t)t->effect;
  if (t->size > OBJECTS_WIDE) {
    objects_note_wide(o, t, op);
    return;
  }
  for (uint64_t n = t->first / 8; 8 * n < end; n++) {
    op.bytes = objects_share(n, t->first, end);
    objects_note_in(o, objects_cell(o, n), op);
  }
}

/* An operation of step op.step is carried out: tells what it conflicts with among the steps
 * before, and notes it. Mostly it touches one cell, and there are no wide ones. */
OBJECTS_INLINE void objects_meet(struct objects *o, const struct sync_touch *t, struct op op, op_found *found,
                                 void *context) {
  if (o->wides.count || t->first % 8 + t->size > 8) {
    objects_conflicts(o, t, op.step, found, context);
    objects_note(o, t, op);
    return;
  }
  struct cell *cell = objects_cell(o, t->first / 8);
  op.bytes = (uint8_t)(((1u << t->size) - 1) << t->first % 8);
  op.effect = (uint8_t)t->effect;
  objects_conflicts_in(cell, op.bytes, t->effect, op.step, found, context);
  o->has_queues |= op.kind == EV_QUEUE;
  o->has_readers |= op.kind == EV_READ_LOCK;
  objects_note_in(o, cell, op);
}

#endif
