/* Happens-before by vector clocks (clocks.h), accesses compared with it (race_marks.c).
 *
 * Synchronisation objects and memory have slots in one hash table (race_state.h). What an atomic
 * access or an atomic section makes known is kept with the bytes it touches.
 *
 * An atomic section makes known, when it ends, all that its thread did, to later sections that
 * touch the same bytes, one of them writing. Not to others: which of two sections that have
 * nothing in common comes first says nothing, and traces that differ in it alone must have the
 * same races. So everything that orders here is ordered in explore/history/order.h too. */
#include "detect/race.h"
#include "base/check.h"
#include "detect/race_state.h"
#include "wire/layout.h"
#include <string.h>

struct race_finder *race_finder_open(void) {
  struct race_finder *f = xcalloc(1, sizeof *f);
  clocks_open(&f->clocks);
  f->actors = xcalloc(LAYOUT_THREADS, sizeof *f->actors);
  return f;
}

void race_finder_close(struct race_finder *f) {
  if (!f) return;
  clocks_close(&f->clocks);
  free(f->actors);
  table_free(&f->slots);
  vec_free(&f->own);
  vec_free(&f->marks);
  vec_free(&f->released);
  vec_free(&f->wides);
  vec_free(&f->dropped_wides);
  vec_free(&f->wides_behind);
  vec_free(&f->inside);
  free(f);
}

uint64_t race_finder_overflows(const struct race_finder *f) { return f->overflows; }

/* ---- threads ---- */

static uint32_t index_of(struct race_finder *f, uint32_t thread) {
  struct actor *a = &f->actors[thread];
  if (a->stamp == f->stamp) return a->index;
  if (f->known_count == f->thread_count) {
    f->is_full = true; /* more threads than the trace says: not one of ours */
    return 0;
  }
  *a = (struct actor){.stamp = f->stamp, .index = (uint16_t)f->known_count++};
  f->own.at[a->index] = clock_new(&f->clocks);
  clock_start(&f->clocks, f->own.at[a->index], a->index);
  return a->index;
}

/* What follows is later than what was made known. */
static void step_on(struct race_finder *f, uint32_t thread) {
  clock_tick(&f->clocks, f->own.at[thread], thread);
}

static void acquire(struct race_finder *f, uint32_t thread, clock_id clock) {
  if (clock) clock_join(&f->clocks, f->own.at[thread], clock);
}

static void make_known(struct race_finder *f, uint32_t thread, clock_id *clock) {
  if (!*clock)
    clock_copy(&f->clocks, *clock = clock_new(&f->clocks), f->own.at[thread]);
  else
    clock_join(&f->clocks, *clock, f->own.at[thread]);
}

static void release(struct race_finder *f, uint32_t thread, clock_id *clock) {
  make_known(f, thread, clock);
  step_on(f, thread);
}

/* ---- slots ---- */

static struct slot *sync_slot(struct race_finder *f, uint64_t object) {
  return race_slot(f, object | SYNC_KEY);
}

/* ---- memory as synchronisation ---- */

static void acquire_bytes(struct race_finder *f, uint32_t thread, const struct event *e,
                          enum released_by by) {
  uint64_t first = e->addr, last = e->addr + e->aux - 1;
  for (uint64_t g = first / GRANULE; g <= last / GRANULE; g++) {
    uint8_t mask = byte_mask(g * GRANULE, first, last);
    for (uint32_t r = race_slot(f, g)->released; r; r = f->released.at[r].next) {
      const struct released *x = &f->released.at[r];
      if (x->by == by && x->mask & mask) acquire(f, thread, x->clock);
    }
  }
}

static struct released *released_of(struct race_finder *f, uint64_t granule, uint8_t mask,
                                    enum released_by by) {
  struct slot *s = race_slot(f, granule);
  for (uint32_t r = s->released; r; r = f->released.at[r].next)
    if (f->released.at[r].mask == mask && f->released.at[r].by == by) return &f->released.at[r];
  vec_push(&f->released, ((struct released){.mask = mask, .by = (uint16_t)by, .next = s->released}));
  s->released = (uint32_t)f->released.count - 1;
  return &f->released.at[s->released];
}

static void release_bytes(struct race_finder *f, uint32_t thread, const struct event *e,
                          enum released_by by) {
  uint64_t first = e->addr, last = e->addr + e->aux - 1;
  for (uint64_t g = first / GRANULE; g <= last / GRANULE; g++)
    make_known(f, thread, &released_of(f, g, byte_mask(g * GRANULE, first, last), by)->clock);
}

/* ---- atomic sections ---- */

/* An access in one comes after the sections it conflicts with. */
static void section_access(struct race_finder *f, uint32_t thread, const struct event *e) {
  acquire_bytes(f, thread, e, BY_WRITING_SECTIONS);
  if (event_effect(e) == EFFECT_WRITE) acquire_bytes(f, thread, e, BY_READING_SECTIONS);
  vec_push(&f->inside, (uint32_t)(e - f->events));
}

static void section_end(struct race_finder *f, struct actor *a, uint32_t id) {
  size_t left = 0;
  if (a->depth) a->depth--;
  if (a->depth) return;
  for (size_t i = 0; i < f->inside.count; i++) {
    const struct event *e = &f->events[f->inside.at[i]];
    if (e->thread == id)
      release_bytes(f, a->index, e,
                    event_effect(e) == EFFECT_WRITE ? BY_WRITING_SECTIONS : BY_READING_SECTIONS);
    else
      f->inside.at[left++] = f->inside.at[i];
  }
  f->inside.count = left;
  step_on(f, a->index);
}

/* ---- accesses ---- */

static void plain_access(struct race_finder *f, uint32_t thread, const struct event *e, enum part part) {
  if (f->actors[e->thread].depth && e->aux) section_access(f, thread, e);
  marks_access(f, thread, e, e->aux, part);
}

/* The access itself comes between: it knows what was released before it, and a later plain
 * access of somebody who acquires from it comes after it. */
static void atomic_access(struct race_finder *f, uint32_t thread, const struct event *e) {
  if (!e->aux) return;
  enum event_orders orders = event_orders(e);
  if (orders != ORDERS_TELLS) acquire_bytes(f, thread, e, BY_ATOMICS);
  plain_access(f, thread, e, orders == ORDERS_LEARNS ? ATOMIC_READS : ATOMIC_WRITES);
  if (orders == ORDERS_LEARNS) return;
  release_bytes(f, thread, e, BY_ATOMICS);
  step_on(f, thread);
}

/* ---- synchronisation ---- */

static void acquire_from(struct race_finder *f, uint32_t thread, uint64_t object) {
  acquire(f, thread, sync_slot(f, object)->clock);
}

static void release_to(struct race_finder *f, uint32_t thread, uint64_t object) {
  release(f, thread, &sync_slot(f, object)->clock);
}

static void lock(struct race_finder *f, uint32_t thread, uint64_t object) {
  struct slot *s = sync_slot(f, object);
  acquire(f, thread, s->clock);
  acquire(f, thread, s->read_clock);
}

static void arrive(struct race_finder *f, const struct event *e, uint32_t thread) {
  struct slot *s = sync_slot(f, e->addr);
  if (e->value == 1)
    s->clock = 0; /* a new round; those who have yet to leave the last one remember its clock */
  release(f, thread, &s->clock);
  f->actors[e->thread].round = s->clock;
}

static void create(struct race_finder *f, uint32_t parent, uint32_t child_id) {
  uint32_t child = index_of(f, child_id);
  clock_join(&f->clocks, f->own.at[child], f->own.at[parent]);
  step_on(f, parent);
}

/* Making a synchronisation object is a plain write of its first byte, using it an atomic access:
 * what makes known comes after that access, what learns before it. To destroy one unordered with
 * its uses shows otherwise: by a use behind it. */
enum use { NOT_USED, USE_BEFORE, USE_BEHIND };

static bool has_memory(const struct event *e) {
  enum event_object on = event_object(e);
  return e->kind == EV_INIT ? e->aux & EVENT_IN_MEMORY : on >= ON_LOCK && on <= ON_ONCE;
}

static enum use use_of(const struct event *e) {
  if (!has_memory(e) || e->kind == EV_QUEUE) return NOT_USED;
  switch (event_role(e)) {
  case ROLE_MAKES:
  case ROLE_CHANGES:
  case ROLE_GIVES:
  case ROLE_ENTERS: return USE_BEFORE;
  case ROLE_TAKES:
  case ROLE_LOOKS: return USE_BEHIND;
  default: return NOT_USED;
  }
}

static void use(struct race_finder *f, uint32_t thread, const struct event *e) {
  marks_access(f, thread, e, 1, e->kind == EV_INIT ? WRITES : ATOMIC_WRITES);
}

static bool has_inits(const struct event *events, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (events[i].kind == EV_INIT && events[i].aux & EVENT_IN_MEMORY) return true;
  return false;
}

/* What synchronisation orders; the columns of wire/events.def say what each operation does. */
static void follow_sync(struct race_finder *f, const struct event *e, uint32_t t) {
  struct actor *actor = &f->actors[e->thread];
  switch (event_orders(e)) {
  case ORDERS_LEARNS: acquire_from(f, t, e->addr); break;
  case ORDERS_LEARNS_ALL: lock(f, t, e->addr); break;
  case ORDERS_LEARNS_IF_0:
    if (!e->value) acquire_from(f, t, e->addr);
    break;
  case ORDERS_LEARNS_IF_NOT_0:
    if (e->value) acquire_from(f, t, e->addr);
    break;
  case ORDERS_LEARNS_ROUND: acquire(f, t, actor->round); break;
  case ORDERS_LEARNS_LIFE: acquire(f, t, f->own.at[index_of(f, e->aux)]); break;
  case ORDERS_TELLS: release_to(f, t, e->addr); break;
  case ORDERS_TELLS_WRITERS: release(f, t, &sync_slot(f, e->addr)->read_clock); break;
  case ORDERS_ROUND: arrive(f, e, t); break;
  case ORDERS_BOTH: acquire_from(f, t, e->addr), release_to(f, t, e->addr); break;
  case ORDERS_OPENS: actor->depth++; break;
  case ORDERS_CLOSES: section_end(f, actor, e->thread); break;
  case ORDERS_NOTHING: break;
  }
}

static void follow_event(struct race_finder *f, const struct event *e) {
  uint32_t t = index_of(f, e->thread);
  if (e->kind == EV_CREATE)
    create(f, t, e->aux);
  else if (!event_is_access(e))
    follow_sync(f, e, t);
  else if (event_orders(e) != ORDERS_NOTHING)
    atomic_access(f, t, e);
  else
    plain_access(f, t, e, event_effect(e) == EFFECT_READ ? READS : WRITES);
}

static void follow(struct race_finder *f, const struct event *e) {
  enum use how = f->has_inits ? use_of(e) : NOT_USED;
  if (how == USE_BEFORE) use(f, index_of(f, e->thread), e);
  follow_event(f, e);
  if (how == USE_BEHIND) use(f, index_of(f, e->thread), e);
}

/* ---- a run ---- */

static void begin(struct race_finder *f, uint32_t thread_count) {
  if (!++f->stamp) { /* once in 2^32 runs */
    memset(f->actors, 0, LAYOUT_THREADS * sizeof *f->actors);
    f->stamp = 1;
  }
  f->thread_count = thread_count;
  f->known_count = 0;
  table_clear(&f->slots);
  f->released.count = f->inside.count = 0;
  vec_push(&f->released, (struct released){0});
  vec_reserve(&f->own, thread_count);
  clocks_begin(&f->clocks, thread_count);
  marks_begin(f);
  f->is_full = f->is_found = false;
}

bool race_find(struct race_finder *f, const struct event *events, uint32_t event_count, uint32_t thread_count,
               race_wanted *wanted, void *context, struct race *out) {
  if (thread_count < 2 || !event_count) return false;
  begin(f, thread_count);
  f->events = events;
  f->wanted = wanted;
  f->context = context;
  f->out = out;
  f->has_inits = has_inits(events, event_count);
  index_of(f, 0);
  for (uint32_t i = 0; i < event_count && !f->is_found && !f->is_full; i++) {
    if (events[i].kind >= EV_CREATE) follow(f, &events[i]);
    f->is_full |= f->clocks.is_full;
  }
  f->overflows += f->is_full;
  return f->is_found;
}
