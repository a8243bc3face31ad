/* What a scenario touches.
 *
 * Cells that are of no interest get no operations: those that nobody writes or reads, and those that one thread has for itself, whose
 * reads are local by definition. The others are live, and numbered anew.
 *
 * An object is an address and what it is used as. */
#include "explore/strategy/interfere/temporal_objects.h"
#include <string.h>

/* ---- cells ---- */

enum { READ_HERE = 1, WRITTEN_HERE = 2, SHARED = 4, FREED = 8 };

static bool is_live(uint32_t how) {
  return (how & READ_HERE) && (how & WRITTEN_HERE) && (how & (SHARED | FREED));
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

enum object_class blocks_class(const struct event *e) {
  switch (e->kind) {
  case EV_LOCK:
  case EV_UNLOCK:
  case EV_QUEUE:
  case EV_LOCK_FAIL:
  case EV_READ_LOCK:
  case EV_READ_UNLOCK: return OBJECT_LOCK;
  case EV_WAIT:
  case EV_WAKE:
  case EV_SIGNAL:
  case EV_BROADCAST: return OBJECT_COND;
  case EV_POST:
  case EV_SEM_WAIT:
  case EV_SEM_FAIL:
  case EV_SEM_VALUE: return OBJECT_SEMAPHORE;
  case EV_BARRIER_ARRIVE:
  case EV_BARRIER_LEAVE: return OBJECT_BARRIER;
  case EV_ONCE_BEGIN:
  case EV_ONCE_PASS:
  case EV_ONCE_END: return OBJECT_ONCE;
  case EV_CANCEL:
  case EV_CANCEL_POINT: return OBJECT_FLAG;
  default: return OBJECT_NONE;
  }
}

static uint32_t chain_of(enum object_class class, uint64_t address) {
  return (uint32_t)((address ^ address >> 12) / 4 + class * 37) % OBJECT_CHAINS;
}

uint32_t blocks_find_object(const struct blocks *b, enum object_class class, uint64_t address) {
  uint32_t o = b->chain[chain_of(class, address)];
  while (o != NONE && (b->objects.at[o].class != class || b->objects.at[o].address != address))
    o = b->objects.at[o].next;
  return o;
}

static uint32_t initial_of(const struct blocks *b, enum object_class class, uint64_t address) {
  const struct scenario *s = b->scenario;
  if (class != OBJECT_SEMAPHORE && class != OBJECT_ONCE && class != OBJECT_LOCK) return 0;
  for (size_t i = 0; i < s->counts.count; i++)
    if (s->counts.at[i].object == address) return s->counts.at[i].count;
  return 0;
}

static void note_object(struct blocks *b, const struct event *e) {
  enum object_class class = blocks_class(e);
  if (class == OBJECT_NONE) return;
  uint32_t o = blocks_find_object(b, class, e->addr);
  if (o == NONE) {
    uint32_t *chain = &b->chain[chain_of(class, e->addr)];
    o = (uint32_t)b->objects.count;
    struct sync_object fresh = {.address = e->addr, .class = class, .next = *chain};
    fresh.initial = initial_of(b, class, e->addr);
    fresh.is_read = fresh.has_holders = class == OBJECT_LOCK && fresh.initial == LOCK_READ;
    if (fresh.is_read) fresh.initial = 0; /* LOCK_TAKEN: by main, which is slot 0 */
    vec_push(&b->objects, fresh);
    *chain = o;
  }
  struct sync_object *object = &b->objects.at[o];
  object->has_probes |= e->kind == EV_LOCK_FAIL || e->kind == EV_QUEUE || e->kind == EV_SEM_FAIL ||
                        e->kind == EV_SEM_VALUE || (e->kind == EV_CANCEL_POINT && !e->value);
  object->has_holders |= e->kind == EV_READ_LOCK || e->kind == EV_READ_UNLOCK || e->kind == EV_QUEUE;
  if (e->kind != EV_BARRIER_ARRIVE) return;
  object->has_sizes |= object->size && object->size != e->aux >> 1;
  object->size = e->aux >> 1;
}

static void note_init(struct blocks *b, const struct event *e) {
  static const enum object_class classes[] = {OBJECT_LOCK, OBJECT_SEMAPHORE, OBJECT_BARRIER};
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
  for (size_t i = 0; i < s->events.count; i++) note_init(b, &s->events.at[i].label);
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
  static const struct sync_object none;
  const struct sync_object *o = object == NONE ? &none : &b->objects.at[object];
  switch (e->kind) {
  case EV_LOCK:
  case EV_READ_LOCK:
  case EV_QUEUE:
  case EV_WAIT:
  case EV_WAKE:
  case EV_SIGNAL:
  case EV_BROADCAST:
  case EV_SEM_WAIT:
  case EV_BARRIER_ARRIVE:
  case EV_INIT:
  case EV_ONCE_BEGIN: return SAFE_ALONE;
  case EV_UNLOCK: return o->has_probes || e->value ? SAFE_ALONE : SAFE;
  case EV_READ_UNLOCK:
  case EV_POST:
  case EV_CANCEL: return o->has_probes ? SAFE_ALONE : SAFE;
  case EV_LOCK_FAIL: return o->has_holders ? SAFE_ALONE : SAFE;
  case EV_ONCE_PASS: return SAFE_ONCE;
  case EV_END_THREAD: return somebody_tries_to_join(b, e->thread) ? UNSAFE : SAFE;
  default: return SAFE;
  }
}
