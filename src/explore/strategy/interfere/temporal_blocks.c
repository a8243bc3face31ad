/* The blocks of a scenario, and what they do to cells and objects.
 *
 * A block is a step and what follows it up to the next step of the same thread. What a thread does
 * before its first step happens when it is created: it is part of the block with the CREATE event,
 * right behind that. What main does before its first step is block 0; so position 0 of main is no
 * step, and the others' positions all are.
 *
 * Invariant: blocks are in the order of slots and positions; operations in the order of blocks,
 * in a block as they happen. */
#include "explore/strategy/interfere/temporal_objects.h"
#include "base/check.h"
#include <string.h>

static void list_free(struct op_list *l) {
  vec_free(&l->ops);
  vec_free(&l->first);
}

void blocks_close(struct blocks *b) {
  vec_free(&b->read_of_item);
  vec_free(&b->all_ends.words);
  vec_free(&b->ops);
  vec_free(&b->place);
  vec_free(&b->first_op);
  vec_free(&b->base);
  vec_free(&b->counts);
  vec_free(&b->creator);
  vec_free(&b->last);
  vec_free(&b->ended);
  vec_free(&b->block_of);
  list_free(&b->writes);
  list_free(&b->reads);
  list_free(&b->syncs);
  vec_free(&b->exits);
  vec_free(&b->objects);
  vec_free(&b->sections);
  vec_free(&b->last_section);
  vec_free(&b->child);
  vec_free(&b->live);
  vec_free(&b->touched);
  vec_free(&b->counter);
}

/* ---- operations ---- */

static void push_op(struct blocks *b, struct op op) {
  check(!b->ops.count || vec_last(&b->ops).block <= op.block);
  vec_push(&b->ops, op);
}

static uint32_t slot_of(const struct blocks *b, uint32_t thread) {
  const struct scenario *s = b->scenario;
  for (uint32_t t = 0; t < s->threads.count; t++)
    if (s->threads.at[t].number == thread) return t;
  return NONE;
}

static void push_read(struct blocks *b, struct op op, const struct scene_event *e) {
  const struct scenario *s = b->scenario;
  uint32_t item = ITEM_NONE;
  op.kind = OP_READ, op.safety = SAFE;
  for (uint32_t k = 0; k < e->cells; k++) {
    const struct coupling *c = &s->couplings.at[e->coupling + k];
    op.object = b->live.at[c->cell];
    if (op.object == NONE) continue;
    if (!c->is_fixed && item == ITEM_NONE) {
      item = b->items++;
      vec_push(&b->read_of_item, op.event);
    }
    op.item = c->is_fixed ? ITEM_NONE : item;
    op.feeder = c->write == NONE ? FEEDER_INITIAL : c->write; /* an event for now: link_reads() */
    push_op(b, op);
  }
}

static void push_writes(struct blocks *b, struct op op, const struct scene_event *e) {
  op.kind = OP_WRITE, op.safety = e->label.kind == EV_FREE ? SAFE_FREE : SAFE_WRITE;
  for (uint32_t k = 0; k < e->cells; k++) {
    op.object = b->live.at[e->cell + k];
    if (op.object != NONE) push_op(b, op);
  }
}

/* A thread that waits at an object does not look, when it goes on, whether the object still
 * exists. */
static bool needs_object(const struct event *e) { return e->kind != EV_WAKE && e->kind != EV_BARRIER_LEAVE; }

static void push_sync(struct blocks *b, struct op op, const struct event *e) {
  enum event_object class = blocks_class(e);
  op.kind = OP_SYNC;
  if (class != ON_NOTHING) op.object = blocks_find_object(b, class, e->addr);
  if (blocks_can_be_destroyed(class) && needs_object(e)) op.life = blocks_find_object(b, ON_ANY, e->addr);
  if (e->kind == EV_JOIN || e->kind == EV_JOIN_FAIL) op.feeder = slot_of(b, e->aux);
  op.safety = blocks_safety(b, e, op.object);
  push_op(b, op);
}

/* Making and destroying: whatever the object is used as. */
static void push_for_all(struct blocks *b, struct op op, const struct event *e) {
  static const enum event_object classes[] = {ON_LOCK, ON_COND, ON_SEMAPHORE, ON_BARRIER, ON_ANY};
  op.kind = OP_SYNC;
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
    op.object = blocks_find_object(b, classes[i], e->addr);
    op.safety = blocks_safety(b, e, op.object);
    if (op.object != NONE) push_op(b, op);
  }
}

/* The object is not there, or it is, and in use. */
static void push_misuse(struct blocks *b, struct op op, const struct event *e) {
  uint32_t life = blocks_find_object(b, ON_ANY, e->addr);
  bool is_gone = blocks_misuse(e) != MISUSE_BUSY;
  op.kind = OP_SYNC;
  op.safety = SAFE;
  op.life = is_gone ? NONE : life;
  op.object = is_gone ? life : blocks_find_object(b, ON_LOCK, e->addr);
  if (op.object == NONE) op.object = blocks_find_object(b, ON_COND, e->addr);
  if (op.object == NONE) op.object = blocks_find_object(b, ON_BARRIER, e->addr);
  push_op(b, op);
}

/* The objects in the memory are gone. */
static void push_free(struct blocks *b, struct op op, const struct event *e) {
  op.kind = OP_SYNC, op.safety = blocks_safety(b, e, NONE);
  for (uint32_t o = 0; !b->scenario->reuses_memory && o < b->objects.count; o++) {
    uint64_t address = b->objects.at[o].address;
    op.object = o;
    if (b->objects.at[o].class == ON_ANY && e->addr <= address && address < e->addr + e->aux) push_op(b, op);
  }
}

static void push_start(struct blocks *b, uint32_t slot, uint32_t block);

static void push_event(struct blocks *b, uint32_t event, uint32_t block) {
  const struct scene_event *e = &b->scenario->events.at[event];
  struct op op = {.block = block,
                  .slot = e->slot,
                  .event = event,
                  .object = NONE,
                  .feeder = NONE,
                  .item = ITEM_NONE,
                  .life = NONE};
  b->block_of.at[event] = block;
  if (event_reads(&e->label))
    push_read(b, op, e);
  else if (event_writes(&e->label))
    push_writes(b, op, e);
  else if (e->label.kind == EV_CREATE && b->child.at[event] != NONE)
    push_start(b, b->child.at[event], block);
  else if (e->label.kind == EV_CREATE)
    op.kind = OP_CREATE, push_op(b, op);
  else if (e->label.kind == EV_INIT || e->label.kind == EV_DESTROY)
    push_for_all(b, op, &e->label);
  else if (blocks_class(&e->label) != ON_NOTHING || e->label.kind == EV_JOIN ||
           e->label.kind == EV_JOIN_FAIL || e->label.kind == EV_END_THREAD)
    push_sync(b, op, &e->label);
  if (e->label.kind == EV_FREE) push_free(b, op, &e->label);
  if (e->label.kind == EV_MISUSE) push_misuse(b, op, &e->label);
  if (e->label.kind == EV_END_THREAD) b->ended.at[e->slot] = block;
  if (e->label.kind == EV_EXIT) vec_push(&b->exits, block);
  const struct scene_thread *t = &b->scenario->threads.at[e->slot];
  if (event + 1 == t->first + t->count) {
    b->last.at[e->slot] = block;
    op.kind = OP_DONE, op.safety = SAFE, op.object = NONE;
    push_op(b, op);
  }
}

static bool is_step(const struct blocks *b, uint32_t event) {
  return event_is_step(&b->scenario->events.at[event].label);
}

/* What a thread does before its first step. */
static void push_start(struct blocks *b, uint32_t slot, uint32_t block) {
  const struct scene_thread *t = &b->scenario->threads.at[slot];
  b->creator.at[slot] = block;
  for (uint32_t i = t->first; i < t->first + t->count && !is_step(b, i); i++) push_event(b, i, block);
}

static uint32_t begin_block(struct blocks *b, uint32_t slot) {
  uint32_t block = (uint32_t)b->place.count;
  vec_push(&b->place, ((struct place){slot, b->counts.at[slot]++}));
  vec_push(&b->first_op, (uint32_t)b->ops.count);
  return block;
}

static void push_thread(struct blocks *b, uint32_t slot) {
  const struct scene_thread *t = &b->scenario->threads.at[slot];
  uint32_t end = t->first + t->count, i = t->first;
  while (i < end && !is_step(b, i)) i++;
  while (i < end) {
    uint32_t block = begin_block(b, slot);
    do push_event(b, i++, block);
    while (i < end && !is_step(b, i));
  }
}

static void push_threads(struct blocks *b) {
  const struct scenario *s = b->scenario;
  vec_fill(&b->base, b->slots, 0);
  vec_fill(&b->counts, b->slots, 0);
  vec_fill(&b->creator, b->slots, NONE);
  vec_fill(&b->last, b->slots, 0);
  vec_fill(&b->ended, b->slots, NONE);
  vec_fill(&b->child, s->events.count, NONE);
  vec_fill(&b->block_of, s->events.count, 0);
  for (uint32_t t = 0; t < b->slots; t++)
    if (s->threads.at[t].created != NONE) b->child.at[s->threads.at[t].created] = t;
  uint32_t beginning = begin_block(b, 0);
  for (uint32_t t = 0; t < b->slots; t++)
    if (s->threads.at[t].created == NONE) push_start(b, t, beginning);
  for (uint32_t t = 0; t < b->slots; t++) {
    if (t) b->base.at[t] = (uint32_t)b->place.count;
    push_thread(b, t);
  }
  b->block_count = (uint32_t)b->place.count;
  vec_push(&b->first_op, (uint32_t)b->ops.count);
}

/* ---- lists by cell ---- */

static uint32_t find_write(const struct blocks *b, uint32_t event, uint32_t cell) {
  const struct scene_event *e = &b->scenario->events.at[event];
  uint32_t block = b->block_of.at[event];
  if (!event_writes(&e->label) || e->label.kind == EV_FREE) return FEEDER_IMPOSSIBLE;
  for (uint32_t i = b->first_op.at[block]; i < b->first_op.at[block + 1]; i++)
    if (b->ops.at[i].kind == OP_WRITE && b->ops.at[i].event == event && b->ops.at[i].object == cell) return i;
  return FEEDER_IMPOSSIBLE;
}

static void link_reads(struct blocks *b) {
  for (uint32_t i = 0; i < b->ops.count; i++) {
    struct op *op = &b->ops.at[i];
    if (op->kind != OP_READ || op->feeder == FEEDER_INITIAL) continue;
    op->feeder = find_write(b, op->feeder, op->object);
    if (op->feeder == FEEDER_IMPOSSIBLE) continue;
    struct op *feeder = &b->ops.at[op->feeder];
    feeder->readers += feeder->block != op->block;
  }
}

/* Operations of one kind, sorted by cell or object. */
static void list_by(struct blocks *b, enum op_kind kind, uint32_t keys, struct op_list *l) {
  vec_fill(&l->first, keys + 1, 0);
  vec_fill(&b->counter, keys, 0);
  for (size_t i = 0; i < b->ops.count; i++)
    if (b->ops.at[i].kind == kind && b->ops.at[i].object != NONE) l->first.at[b->ops.at[i].object + 1]++;
  for (uint32_t k = 0; k < keys; k++) l->first.at[k + 1] += l->first.at[k];
  vec_fill(&l->ops, l->first.at[keys], 0);
  for (uint32_t i = 0; i < b->ops.count; i++) {
    uint32_t key = b->ops.at[i].object;
    if (b->ops.at[i].kind == kind && key != NONE) l->ops.at[l->first.at[key] + b->counter.at[key]++] = i;
  }
}

/* Backwards, slot by slot. */
static void count_left(struct blocks *b) {
  size_t total = b->cells + b->objects.count;
  vec_fill(&b->counter, total, 0);
  uint32_t slot = NONE;
  for (size_t i = b->ops.count; i-- > 0;) {
    struct op *op = &b->ops.at[i];
    if (b->place.at[op->block].slot != slot) {
      slot = b->place.at[op->block].slot;
      memset(b->counter.at, 0, total * sizeof *b->counter.at);
    }
    if (op->kind == OP_WRITE) op->left = ++b->counter.at[op->object];
    if (op->kind != OP_SYNC || op->object == NONE) continue;
    op->left = ++b->counter.at[b->cells + op->object];
  }
}

/* ---- sections ---- */

static bool opens(const struct event *e) {
  return e->kind == EV_LOCK || e->kind == EV_READ_LOCK || e->kind == EV_ONCE_BEGIN;
}
static bool closes(const struct event *e) {
  return e->kind == EV_UNLOCK || e->kind == EV_READ_UNLOCK || e->kind == EV_ONCE_END;
}

static void begin_section(struct blocks *b, struct section s) {
  uint32_t *last = &b->last_section.at[s.object * b->slots + s.slot];
  s.to = NONE, s.previous = *last;
  *last = (uint32_t)b->sections.count;
  vec_push(&b->sections, s);
}

/* What main had when it began to be watched. */
static void begin_initial_sections(struct blocks *b, uint32_t *depth) {
  for (uint32_t o = 0; o < b->objects.count; o++) {
    const struct scene_object *x = &b->objects.at[o];
    bool is_taken = (x->class == ON_LOCK && x->initial) || x->readers ||
                    (x->class == ON_ONCE && x->initial == ONCE_IN_MAIN);
    if (is_taken) begin_section(b, (struct section){.object = o, .is_read = x->readers});
    depth[o * b->slots] = x->readers ? x->readers : is_taken;
  }
}

/* explore/sync refuses to give back what the thread does not hold. */
static void add_to_sections(struct blocks *b, const struct op *op, uint32_t *depth) {
  const struct event *e = blocks_event(b, op);
  uint32_t *held = &depth[op->object * b->slots + op->slot];
  struct section fresh = {
      .object = op->object, .slot = op->slot, .from = op->block, .is_read = e->kind == EV_READ_LOCK};
  if (opens(e) && !(*held)++) begin_section(b, fresh);
  if (!closes(e) || !*held) return;
  if (!--*held) b->sections.at[b->last_section.at[op->object * b->slots + op->slot]].to = op->block;
}

static void add_block_to_sections(struct blocks *b, uint32_t block, uint32_t slot) {
  for (uint32_t i = b->first_op.at[block]; i < b->first_op.at[block + 1]; i++) {
    const struct op *op = &b->ops.at[i];
    if (op->kind == OP_SYNC && op->slot == slot && op->object != NONE) add_to_sections(b, op, b->counter.at);
  }
}

/* In the order of the thread, whose start may be in a block of another slot. */
static void find_sections(struct blocks *b) {
  size_t size = b->objects.count * b->slots;
  vec_clear(&b->sections);
  vec_fill(&b->last_section, size, NONE);
  vec_fill(&b->counter, size, 0);
  if (size) begin_initial_sections(b, b->counter.at);
  for (uint32_t t = 0; t < b->slots && size; t++) {
    if (b->creator.at[t] != NONE) add_block_to_sections(b, b->creator.at[t], t);
    for (uint32_t k = 0; k < b->counts.at[t]; k++)
      if (b->base.at[t] + k != b->creator.at[t]) add_block_to_sections(b, b->base.at[t] + k, t);
  }
}

/* The sink's thread goes no further in any scenario for the same sink. A thread that is in no
 * slot counts as part of its creator. */
static void find_ends(struct blocks *b) {
  const struct scenario *s = b->scenario;
  vec_fill(&b->all_ends.words, (b->items + 63) / 64, 0);
  for (uint32_t t = 0; t < b->slots; t++)
    if (t != b->sink_slot && b->ended.at[t] == NONE) item_set_add(&b->all_ends, t);
  for (size_t i = 0; i < b->exits.count; i++) item_set_drop(&b->all_ends, b->place.at[b->exits.at[i]].slot);
  for (size_t i = 0; i < s->events.count; i++) {
    bool is_open = s->events.at[i].label.kind == EV_CREATE && b->child.at[i] == NONE;
    if (is_open && s->events.at[i].slot != b->sink_slot) item_set_add(&b->all_ends, s->events.at[i].slot);
  }
}

void blocks_make(struct blocks *b, const struct scenario *s) {
  b->scenario = s;
  b->slots = (uint32_t)s->threads.count;
  b->sink_slot = s->events.at[s->sink].slot;
  b->items = b->slots;
  vec_clear(&b->read_of_item);
  vec_clear(&b->ops);
  vec_clear(&b->place);
  vec_clear(&b->first_op);
  vec_clear(&b->exits);
  blocks_find_cells(b);
  blocks_find_objects(b);
  push_threads(b);
  link_reads(b);
  list_by(b, OP_WRITE, b->cells, &b->writes);
  list_by(b, OP_READ, b->cells, &b->reads);
  list_by(b, OP_SYNC, (uint32_t)b->objects.count, &b->syncs);
  count_left(b);
  find_sections(b);
  find_ends(b);
}
