/* What a scenario touches.
 *
 * Cells that are of no interest get no operations: those that nobody writes or reads, and those
 * that one thread has for itself, whose reads are local by definition. Those that are freed are of
 * interest to who writes them. The others are live, and numbered anew.
 *
 * An object is an address and what it is used as. */
#include "explore/strategy/interfere/temporal_objects.h"
#include <string.h>

/* ---- cells ---- */

enum { READ_HERE = 1, WRITTEN_HERE = 2, SHARED = 4, FREED = 8 };

static bool is_live(uint32_t how) {
  return (how & FREED) || ((how & READ_HERE) && (how & WRITTEN_HERE) && (how & SHARED));
}

/* live: first who touches a cell and how, then its index among the live ones. */
void blocks_find_cells(struct blocks *b) {
  const struct scenario *s = b->scenario;
  vec_fill(&b->live, s->cell_count, 0);
  vec_fill(&b->touched, s->cell_count, NONE);
  for (size_t i = 0; i < s->events.count; i++) {
    const struct scene_event *e = &s->events.at[i];
    uint32_t how = event_reads(&e->label) ? READ_HERE : event_writes(&e->label) ? WRITTEN_HERE : 0;
    if (e->label.kind == EV_FREE) how |= FREED;
    for (uint32_t k = 0; how && k < e->cells; k++) {
      uint32_t c = e->cell + k;
      if (b->touched.at[c] == NONE) b->touched.at[c] = e->slot;
      b->live.at[c] |= how | (b->touched.at[c] == e->slot ? 0 : SHARED);
    }
  }
  b->cells = 0;
  for (uint32_t c = 0; c < s->cell_count; c++) b->live.at[c] = is_live(b->live.at[c]) ? b->cells++ : NONE;
}

/* ---- objects ---- */

enum event_object blocks_class(const struct event *e) {
  enum event_object object = event_object(e);
  return object <= ON_FLAG ? object : ON_NOTHING;
}

static uint32_t chain_of(enum event_object class, uint64_t address) {
  return (uint32_t)((address ^ address >> 12) / 4 + class * 37) % OBJECT_CHAINS;
}

uint32_t blocks_find_object(const struct blocks *b, enum event_object class, uint64_t address) {
  uint32_t o = b->chain[chain_of(class, address)];
  while (o != NONE && (b->objects.at[o].class != class || b->objects.at[o].address != address))
    o = b->objects.at[o].next;
  return o;
}

static uint32_t count_of(const struct blocks *b, uint64_t address) {
  const struct scenario *s = b->scenario;
  for (size_t i = 0; i < s->counts.count; i++)
    if (s->counts.at[i].object == address) return s->counts.at[i].count;
  return 0;
}

static bool is_held(uint32_t count) { return count >= LOCK_TAKEN && count != OBJECT_GONE; }

/* LOCK_TAKEN and ONCE_IN_MAIN: by main, which is slot 0. */
static void set_initial(const struct blocks *b, struct scene_object *o) {
  uint32_t count = count_of(b, o->address);
  if (o->class == ON_ANY) o->initial = count == OBJECT_GONE;
  if (count == OBJECT_GONE) return;
  if (o->class == ON_SEMAPHORE || o->class == ON_ONCE) o->initial = count;
  if (o->class != ON_LOCK) return;
  o->initial = count == LOCK_TAKEN;
  o->readers = is_held(count) ? count - LOCK_TAKEN : 0;
  o->has_holders = o->readers;
}

static uint32_t add_object(struct blocks *b, enum event_object class, uint64_t address) {
  uint32_t o = blocks_find_object(b, class, address), *chain = &b->chain[chain_of(class, address)];
  if (o != NONE) return o;
  struct scene_object fresh = {.address = address, .class = class, .next = *chain};
  set_initial(b, &fresh);
  *chain = (uint32_t)b->objects.count;
  vec_push(&b->objects, fresh);
  return *chain;
}

static void note_object(struct blocks *b, const struct event *e) {
  enum event_object class = blocks_class(e);
  bool has_life = e->kind == EV_DESTROY || (e->kind == EV_MISUSE && blocks_misuse(e) != MISUSE_BUSY);
  if (has_life) add_object(b, ON_ANY, e->addr);
  if ((e->kind == EV_DESTROY || e->kind == EV_MISUSE) && is_held(count_of(b, e->addr)))
    add_object(b, ON_LOCK, e->addr);
  if (class == ON_NOTHING) return;
  uint32_t o = add_object(b, class, e->addr);
  struct scene_object *object = &b->objects.at[o];
  object->has_probes |= e->kind == EV_LOCK_FAIL || e->kind == EV_QUEUE || e->kind == EV_SEM_FAIL ||
                        e->kind == EV_SEM_VALUE || (e->kind == EV_CANCEL_POINT && !e->value);
  object->has_holders |= e->kind == EV_READ_LOCK || e->kind == EV_READ_UNLOCK || e->kind == EV_QUEUE;
  if (e->kind != EV_BARRIER_ARRIVE) return;
  object->has_sizes |= object->size && object->size != e->aux >> 1;
  object->size = e->aux >> 1;
}

/* Objects that are gone in the beginning, and those in memory that is freed. */
static void note_lives(struct blocks *b) {
  const struct scenario *s = b->scenario;
  size_t count = b->objects.count;
  for (size_t o = 0; o < count; o++) {
    uint64_t address = b->objects.at[o].address;
    bool is_mortal = count_of(b, address) == OBJECT_GONE;
    if (!blocks_can_be_destroyed(b->objects.at[o].class)) continue;
    for (size_t i = 0; i < s->events.count && !is_mortal; i++) {
      const struct event *e = &s->events.at[i].label;
      is_mortal = e->kind == EV_FREE && e->addr <= address && address < e->addr + e->aux;
    }
    if (is_mortal) add_object(b, ON_ANY, address);
  }
}

/* Whether it is in use matters to who destroys it and is told that it is. */
static void note_misuse(struct blocks *b, const struct event *e) {
  for (size_t i = 0; e->kind == EV_MISUSE && i < b->objects.count; i++)
    b->objects.at[i].has_probes |= b->objects.at[i].address == e->addr;
}

static void note_init(struct blocks *b, const struct event *e) {
  static const enum event_object classes[] = {ON_LOCK, ON_SEMAPHORE, ON_BARRIER};
  for (size_t i = 0; e->kind == EV_INIT && i < sizeof classes / sizeof *classes; i++) {
    uint32_t o = blocks_find_object(b, classes[i], e->addr);
    if (o != NONE) b->objects.at[o].has_inits = true;
  }
}

void blocks_find_objects(struct blocks *b) {
  const struct scenario *s = b->scenario;
  vec_clear(&b->objects);
  memset(b->chain, 0xff, sizeof b->chain);
  for (size_t i = 0; i < s->events.count; i++) note_object(b, &s->events.at[i].label);
  for (size_t i = 0; i < s->events.count; i++) {
    note_init(b, &s->events.at[i].label);
    note_misuse(b, &s->events.at[i].label);
  }
  note_lives(b);
}

/* ---- how safe it is to do something at once ---- */

static bool somebody_tries_to_join(const struct blocks *b, uint32_t thread) {
  const struct scenario *s = b->scenario;
  for (size_t i = 0; i < s->events.count; i++)
    if (s->events.at[i].label.kind == EV_JOIN_FAIL && s->events.at[i].label.aux == thread) return true;
  return false;
}

/* The argument is in temporal_search.c. */
enum op_safety blocks_safety(const struct blocks *b, const struct event *e, uint32_t object) {
  static const struct scene_object none;
  const struct scene_object *o = object == NONE ? &none : &b->objects.at[object];
  if (e->kind == EV_FREE) return UNSAFE;
  if (e->kind == EV_END_THREAD) return somebody_tries_to_join(b, e->thread) ? UNSAFE : SAFE;
  if (e->kind == EV_ONCE_PASS) return SAFE_ONCE;
  if (e->kind == EV_LOCK_FAIL) return o->has_holders ? SAFE_ALONE : SAFE; /* a writer leaves its queue */
  switch (event_role(e)) {
  case ROLE_GIVES:
    return o->has_probes || o->has_inits || (o->class == ON_LOCK && e->value) ? SAFE_ALONE : SAFE;
  case ROLE_TAKES: return e->kind == EV_JOIN ? SAFE : SAFE_ALONE;
  case ROLE_CHANGES:
  case ROLE_ENTERS:
  case ROLE_MAKES:
  case ROLE_ENDS: return SAFE_ALONE;
  default: return SAFE;
  }
}
