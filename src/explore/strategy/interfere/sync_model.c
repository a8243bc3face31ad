/* What blocks need to go on, and what they do; the operations on objects are those of explore/sync.
 *
 * The state is an array of words: positions of the slots; which threads are through (THROUGH) or
 * have created one that is in no slot (CREATED); which have ended; whether a relaxed thread is
 * through (loose); the last write to each cell (operation + 1, 0: none); then the objects. Behind
 * them is what follows from these words: for each cell the strict reads that must still see its
 * present value, and how many writes are left; for each object how many operations are left.
 *
 * Relaxed ends: once a thread is through it might go on, so what it holds counts as free. And as
 * soon as one such thread is through, anything counts as possible that another thread could bring
 * about (`loose`): temporal.c has the argument. What others cannot undo stays as it is: locks held
 * by threads that are not through, ended threads, cancellations, routines that were run.
 *
 * Every change goes through set(), or sync_do(), which note what was there. */
#include "explore/strategy/interfere/sync_model.h"
#include <string.h>

enum { THROUGH = 1, CREATED = 2 };

void sync_model_free(struct sync_model *m) {
  vec_free(&m->word);
  vec_free(&m->log);
  vec_free(&m->object);
  vec_free(&m->readers);
}

static bool is_strict(const struct sync_model *m, uint32_t item) {
  return item == ITEM_NONE || item_set_has(m->strict, item);
}

static uint32_t get(const struct sync_model *m, uint32_t at) { return m->word.at[at]; }

static void set(struct sync_model *m, uint32_t at, uint32_t value) {
  if (m->word.at[at] == value) return;
  vec_push(&m->log, ((struct sync_change){&m->word.at[at], m->word.at[at]}));
  m->word.at[at] = value;
}

static bool refuse(struct sync_model *m, uint32_t item) {
  m->refusal = (struct refusal){REFUSED_BY_ITEM, item};
  return false;
}

/* ---- beginning ---- */

/* The words come after all of them are counted. */
static uint32_t count_object_words(struct sync_model *m) {
  const struct blocks *b = m->blocks;
  uint32_t words = 0;
  vec_clear(&m->object);
  for (size_t i = 0; i < b->objects.count; i++) {
    const struct scene_object *o = &b->objects.at[i];
    struct sync_object x = {
        .class = o->class, .has_holders = o->has_holders, .slots = b->slots, .log = &m->log};
    vec_push(&m->object, x);
    words += sync_object_size(x.class, x.slots, x.has_holders);
  }
  return words;
}

static void lay_out(struct sync_model *m) {
  const struct blocks *b = m->blocks;
  uint32_t n = b->slots;
  m->done = n, m->ended = 2 * n, m->loose = 3 * n, m->last = m->loose + 1;
  uint32_t first = m->last + b->cells;
  m->hashed = first + count_object_words(m);
  m->pending = m->hashed, m->writes_left = m->pending + b->cells, m->ops_left = m->writes_left + b->cells;
  n = m->ops_left + (uint32_t)b->objects.count;
  vec_reserve(&m->word, (size_t)n);
  m->word.count = n;
  memset(m->word.at, 0, n * sizeof *m->word.at);
  uint32_t *word = m->word.at + first;
  for (size_t i = 0; i < m->object.count; i++) {
    struct sync_object *x = &m->object.at[i];
    x->word = word;
    word += sync_object_size(x->class, x->slots, x->has_holders);
  }
}

static void count_readers(struct sync_model *m) {
  const struct blocks *b = m->blocks;
  vec_reserve(&m->readers, b->ops.count + 1);
  memset(m->readers.at, 0, b->ops.count * sizeof *m->readers.at);
  for (size_t i = 0; i < b->reads.ops.count; i++) {
    const struct op *op = &b->ops.at[b->reads.ops.at[i]];
    if (!is_strict(m, op->item) || op->feeder == FEEDER_IMPOSSIBLE) continue;
    (*(op->feeder == FEEDER_INITIAL ? &m->word.at[m->pending + op->object] : &m->readers.at[op->feeder]))++;
  }
}

void sync_model_begin(struct sync_model *m, const struct blocks *b, const struct item_set *strict) {
  m->blocks = b;
  m->strict = strict;
  vec_clear(&m->log);
  lay_out(m);
  count_readers(m);
  for (uint32_t c = 0; c < b->cells; c++)
    m->word.at[m->writes_left + c] = b->writes.first.at[c + 1] - b->writes.first.at[c];
  for (size_t i = 0; i < b->objects.count; i++) {
    m->object.at[i].word[0] = b->objects.at[i].initial;
    if (b->objects.at[i].readers) m->object.at[i].word[LOCK_HOLDS] = b->objects.at[i].readers;
    m->word.at[m->ops_left + i] = b->syncs.first.at[i + 1] - b->syncs.first.at[i];
  }
}

void sync_model_undo(struct sync_model *m, size_t mark) { sync_log_undo(&m->log, mark); }

/* ---- memory ---- */

/* A strict read that must still see what the cell holds now; of those the one that nothing can
 * change, if there is one. */
static uint32_t pending_item(const struct sync_model *m, const struct op *write) {
  const struct blocks *b = m->blocks;
  uint32_t item = ITEM_NONE, last = get(m, m->last + write->object);
  for (uint32_t i = b->reads.first.at[write->object]; i < b->reads.first.at[write->object + 1]; i++) {
    const struct op *r = &b->ops.at[b->reads.ops.at[i]];
    const struct place *p = &b->place.at[r->block];
    bool is_over = get(m, p->slot) > p->position || (r->block == write->block && r < write);
    if (is_over || r->feeder + 1 != last || !is_strict(m, r->item)) continue;
    if (r->item == ITEM_NONE) return ITEM_NONE;
    item = r->item;
  }
  return item;
}

static bool do_read(struct sync_model *m, const struct op *op) {
  if (!is_strict(m, op->item)) return true;
  if (op->feeder == FEEDER_IMPOSSIBLE || get(m, m->last + op->object) != op->feeder + 1)
    return refuse(m, op->item);
  set(m, m->pending + op->object, get(m, m->pending + op->object) - 1);
  return true;
}

static bool is_free(const struct sync_model *m, const struct op *op) {
  return blocks_event(m->blocks, op)->kind == EV_FREE;
}

/* A thread that writes to freed memory fails, and so does a thread that frees the memory again.
 * Which thread comes first is for a run to show. */
static bool is_lost(const struct sync_model *m, const struct op *op) {
  uint32_t last = get(m, m->last + op->object);
  return last && !m->blocks->scenario->reuses_memory && is_free(m, &m->blocks->ops.at[last - 1]) &&
         !is_free(m, op);
}

static bool do_write(struct sync_model *m, const struct op *op) {
  uint32_t index = (uint32_t)(op - m->blocks->ops.at);
  if (is_lost(m, op)) return refuse(m, ITEM_NONE);
  if (get(m, m->pending + op->object)) return refuse(m, pending_item(m, op));
  set(m, m->last + op->object, index + 1);
  set(m, m->pending + op->object, m->readers.at[index]);
  set(m, m->writes_left + op->object, get(m, m->writes_left + op->object) - 1);
  return true;
}

/* ---- objects ---- */

static bool is_through(const struct sync_model *m, uint32_t slot) { return get(m, m->done + slot) & THROUGH; }

static enum sync_presence presence(const void *model, uint32_t slot) {
  const struct sync_model *m = model;
  if (!is_through(m, slot)) return PRESENT;
  return is_strict(m, blocks_end(m->blocks, slot)) ? PRESENT_AT_END : RELEASED;
}

/* What that thread holds is in the way. */
static bool refuse_for(struct sync_model *m, uint32_t slot) {
  return refuse(m, is_through(m, slot) ? blocks_end(m->blocks, slot) : ITEM_NONE);
}

/* Only possible if another thread could help. */
static bool only_if_loose(struct sync_model *m) {
  if (get(m, m->loose)) return true;
  m->refusal = (struct refusal){REFUSED_BY_ENDS, ITEM_NONE};
  return false;
}

static bool operate(struct sync_model *m, struct sync_object *o, const struct op *op) {
  const struct event *e = blocks_event(m->blocks, op);
  const struct sync_others others = {presence, m};
  uint32_t who;
  switch (sync_can(o, op->slot, e, &others, &who)) {
  case SYNC_HELD: return refuse_for(m, who);
  case SYNC_NEVER: return refuse(m, ITEM_NONE);
  case SYNC_LACKS:
    if (!only_if_loose(m)) return false;
    break;
  default: break;
  }
  sync_do(o, op->slot, e);
  return true;
}

/* A thread that is in no slot may end if somebody helps, and is still there if it is tried to
 * join it. */
static bool do_on_thread(struct sync_model *m, const struct op *op, uint32_t kind) {
  uint32_t slot = kind == EV_END_THREAD ? op->slot : op->feeder;
  if (slot == NONE) return kind == EV_JOIN_FAIL || only_if_loose(m);
  struct sync_object life = {
      .class = ON_THREAD, .slots = slot, .word = &m->word.at[m->ended + slot], .log = &m->log};
  return operate(m, &life, op);
}

static bool sync_operation(struct sync_model *m, const struct op *op) {
  uint32_t kind = blocks_event(m->blocks, op)->kind;
  if (op->object != NONE) set(m, m->ops_left + op->object, get(m, m->ops_left + op->object) - 1);
  if (op->life != NONE && m->object.at[op->life].word[0] && !only_if_loose(m)) return false;
  if (kind == EV_JOIN || kind == EV_JOIN_FAIL || kind == EV_END_THREAD) return do_on_thread(m, op, kind);
  if (op->object != NONE) return operate(m, &m->object.at[op->object], op);
  return sync_is_own_misuse(blocks_event(m->blocks, op)) || only_if_loose(m);
}

/* ---- blocks ---- */

static bool note_end(struct sync_model *m, const struct op *op, uint32_t how) {
  set(m, m->done + op->slot, get(m, m->done + op->slot) | how);
  if (!is_strict(m, blocks_end(m->blocks, op->slot))) set(m, m->loose, 1);
  return true;
}

static bool do_op(struct sync_model *m, const struct op *op) {
  switch (op->kind) {
  case OP_READ: return do_read(m, op);
  case OP_WRITE: return do_write(m, op);
  case OP_CREATE: return note_end(m, op, CREATED);
  case OP_DONE: return note_end(m, op, THROUGH);
  default: return sync_operation(m, op);
  }
}

bool sync_model_do(struct sync_model *m, uint32_t block) {
  const struct blocks *b = m->blocks;
  for (uint32_t i = b->first_op.at[block]; i < b->first_op.at[block + 1]; i++)
    if (!do_op(m, &b->ops.at[i])) return false;
  set(m, b->place.at[block].slot, b->place.at[block].position + 1);
  return true;
}

static bool is_safe(const struct sync_model *m, const struct op *op) {
  switch (op->safety) {
  case SAFE: return true;
  case SAFE_ALONE: return get(m, m->ops_left + op->object) == op->left;
  case SAFE_WRITE: return !op->readers || get(m, m->writes_left + op->object) == op->left;
  case SAFE_FREE: return get(m, m->writes_left + op->object) == op->left;
  case SAFE_ONCE: return m->object.at[op->object].word[0] == ONCE_RUN;
  default: return false;
  }
}

bool sync_model_is_safe(const struct sync_model *m, uint32_t block) {
  const struct blocks *b = m->blocks;
  for (uint32_t i = b->first_op.at[block]; i < b->first_op.at[block + 1]; i++)
    if (!is_safe(m, &b->ops.at[i])) return false;
  return true;
}
