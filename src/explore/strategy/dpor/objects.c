#include "explore/strategy/dpor/objects.h"

static uint32_t slot_of(const struct objects *o, uint64_t number) {
  uint32_t i = (uint32_t)(number * 0x9e3779b97f4a7c15ull >> 32) & o->mask;
  while (o->table[i] && o->cells.at[o->table[i] - 1].number != number) i = (i + 1) & o->mask;
  return i;
}

static void grow(struct objects *o) {
  free(o->table);
  o->mask = o->mask ? 2 * o->mask + 1 : 255;
  o->table = xcalloc(o->mask + 1ul, sizeof *o->table);
  for (uint32_t i = 0; i < o->cells.count; i++) o->table[slot_of(o, o->cells.at[i].number)] = i + 1;
}

struct cell *objects_cell(struct objects *o, uint64_t number) {
  if (2 * o->cells.count >= o->mask) grow(o);
  uint32_t i = slot_of(o, number);
  if (!o->table[i]) {
    vec_push(&o->cells, ((struct cell){.number = number}));
    o->table[i] = (uint32_t)o->cells.count;
  }
  return &o->cells.at[o->table[i] - 1];
}

static void note_in(struct objects *o, struct cell *c, struct op op) {
  const struct op *last = c->ops.count ? &vec_last(&c->ops) : NULL;
  op.same = last && last->effect == op.effect ? last->same + 1 : 0;
  vec_push(&c->ops, op);
  vec_push(&o->journal, (uint32_t)(c - o->cells.at));
}

void objects_note(struct objects *o, uint64_t first, uint64_t size, struct op op) {
  uint64_t end = first + size;
  o->has_queues |= op.kind == EV_QUEUE;
  o->has_readers |= op.kind == EV_READ_LOCK;
  if (size > OBJECTS_WIDE) {
    vec_push(&o->wides, ((struct wide){first, end, op}));
    vec_push(&o->journal, UINT32_MAX);
    return;
  }
  for (uint64_t n = first / 8; 8 * n < end; n++) {
    op.bytes = objects_share(n, first, end);
    note_in(o, objects_cell(o, n), op);
  }
}

struct op *objects_last(struct objects *o, uint64_t address) {
  return &vec_last(&objects_cell(o, address / 8)->ops);
}

void objects_cut(struct objects *o, uint32_t step) {
  while (o->journal.count) {
    uint32_t where = vec_last(&o->journal);
    struct op op = where == UINT32_MAX ? vec_last(&o->wides).op : vec_last(&o->cells.at[where].ops);
    if (op.step < step) return;
    if (where == UINT32_MAX)
      o->wides.count--;
    else
      o->cells.at[where].ops.count--;
    o->journal.count--;
  }
}

void objects_free(struct objects *o) {
  for (size_t i = 0; i < o->cells.count; i++) vec_free(&o->cells.at[i].ops);
  vec_free(&o->cells);
  vec_free(&o->journal);
  vec_free(&o->wides);
  free(o->table);
}
